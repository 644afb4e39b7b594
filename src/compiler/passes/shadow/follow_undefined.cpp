// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/follow_undefined.h"

#include "compiler/ir/masked_access.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/sites.h"
#include "compiler/passes/probe/variables.h"
#include "compiler/passes/shadow/shadow_bytes.h"
#include "compiler/passes/shadow/shadow_values.h"
#include "compiler/passes/shadow/undefined_marks.h"
#include "compiler/passes/shadow/undefined_sources.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Site;
using probes::Space;
using probes::Use;
using Builder = ShadowValues::Builder;

namespace {

constexpr StringLiteral kShadowSites = "heddle.shadow.sites";

// What is stored, and what a load gives.
Value* stored_value(Instruction& i) {
  if (auto* store = dyn_cast<StoreInst>(&i)) return store->getValueOperand();
  const auto masked = masked_access(i);
  return masked && !masked->loads ? masked->value() : nullptr;
}

bool divides(const Instruction& i) {
  switch (i.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return true;
    default:
      return false;
  }
}

// Engine functions write through such pointers, and nobody tells.
bool is_given_away(const AllocaInst& object) {
  SmallVector<const Value*, 8> work{&object};
  SmallPtrSet<const Value*, 8> seen;
  while (!work.empty()) {
    const auto* pointer = work.pop_back_val();
    if (!seen.insert(pointer).second) continue;
    for (const auto* user : pointer->users()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode, SelectInst>(user)) {
        work.push_back(user);
      } else if (const auto* call = dyn_cast<CallInst>(user)) {
        const auto* callee = call->getCalledFunction();
        if (pseudo::is(call, pseudo::kProbeAdmit)) {
          work.push_back(user);
        } else if (callee && callee->isDeclaration() && !callee->isIntrinsic() &&
                   !callee->getName().starts_with("heddle.")) {
          return true;
        }
      }
    }
  }
  return false;
}

// What printf gets lies in a local variable of its own.
bool is_printed(const Value* object) {
  const auto* local = dyn_cast_or_null<AllocaInst>(object);
  if (!local) return false;
  const auto is_argument = [&](const User* user) {
    const auto* call = dyn_cast<CallInst>(user);
    const auto* callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName() == "vprintf" && call->getArgOperand(1) == local;
  };
  return any_of(local->users(), is_argument);
}

// A shuffle may read a lane that its mask does not name, or that does not come to it: nobody says
// what it gets then. All lanes come to what each way through the function leads to.
bool may_read_others(const Instruction& i, const PostDominatorTree& ways) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* row = call ? warp_op_row(*call) : nullptr;
  if (!row || !row->is_shuffle() || call->getType()->isStructTy()) return false;
  const auto* members = dyn_cast<ConstantInt>(WarpOpRow::argument(*call, row->members));
  if (!members || !members->isMinusOne()) return true;
  return !ways.dominates(i.getParent(), &i.getFunction()->getEntryBlock());
}

// One function.
class Follower {
 public:
  Follower(Compilation& c, SiteTable& sites, Function& function)
      : c_(c), sites_(sites), function_(function) {
    dominators_.recalculate(function);
    find_accesses();
    sources_.emplace(function, [&](const Instruction& i) { return brought_in(i); });
    shadows_.emplace(function, *sources_, absent_);
    for (auto& i : instructions(function)) find_uses(i);
    for (const auto& access : accesses_) {
      if (access.printed) use(*access.at, access.stored, Use::kStored);
    }
    for (const auto& access : accesses_) {
      if (access.stored) shadows_->want_bits(access.stored);
    }
  }

  unsigned run() {
    Builder b(c_.context, InstSimplifyFolder(function_.getDataLayout()));
    shadows_->make([&](Builder& at, Instruction& load) {
      if (marks_.contains(&load)) return static_cast<Value*>(at.getInt32(~0u));
      auto& access = accesses_[loads_.lookup(&load)];
      auto* address = generic(at, access.address);
      return static_cast<Value*>(
          pseudo::call(at, pseudo::kProbeLoaded,
                       {sites_.address(access.site), address, at.getInt32(access.bytes)}));
    });
    for (const auto& use : uses_) tell(b, use);
    for (const auto& access : accesses_) {
      if (access.stored) tell_store(b, access);
    }
    for (const auto& [before, object, site] : objects_) {
      b.SetInsertPoint(before);
      pseudo::call(b, pseudo::kProbeObject, {sites_.address(site), generic(b, object)});
    }
    settle_undefined(function_);
    settle_weighed();
    settle_constants();
    close_loops();
    return static_cast<unsigned>(uses_.size() + accesses_.size() + objects_.size());
  }

 private:
  struct Access {
    Instruction* at;
    Value* address;
    Value* stored;  // null: a load
    std::uint32_t site;
    std::uint32_t bytes;  // 0: some of them are left out
    bool printed;
  };
  struct Used {
    Instruction* before;
    Value* value;
    bool only_computed;
    Value* address;  // null: none
    std::uint32_t site;
  };
  struct Object {
    Instruction* before;
    Value* object;
    std::uint32_t site;
  };

  std::uint32_t add_site(Site site, const Instruction& at, Constant* variable = nullptr) {
    site.event = probes::Event::kUndefined;
    sites_.add(site, place_of(at), variable);
    return sites_.size() - 1;
  }

  static Value* generic(IRBuilderBase& b, Value* pointer) {
    if (pointer->getType()->getPointerAddressSpace() == 0) return pointer;
    return b.CreateAddrSpaceCast(pointer, b.getPtrTy());
  }

  std::optional<UndefinedSources::Fact> brought_in(const Instruction& i) const {
    if (const auto mark = marks_.find(&i); mark != marks_.end()) {
      // A variable that is stored is a result like any other; parts are copied with the whole.
      const bool whole = undefined_mark(&i)->whole;
      return UndefinedSources::Fact{.moved = !whole, .computed = whole, .source = mark->second};
    }
    if (absent_.contains(&i)) {
      return UndefinedSources::Fact{.moved = true, .computed = true, .many = true};
    }
    const auto load = loads_.find(&i);
    if (load == loads_.end()) return std::nullopt;
    return UndefinedSources::Fact{.moved = true, .source = accesses_[load->second].site};
  }

  void find_accesses() {
    const PostDominatorTree ways(function_);
    for (auto& i : instructions(function_)) {
      if (auto* object = dyn_cast<AllocaInst>(&i)) {
        begin(*object, *function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
        continue;
      }
      if (auto* mark = dyn_cast<LifetimeIntrinsic>(&i);
          mark && mark->getIntrinsicID() == Intrinsic::lifetime_start) {
        if (auto* object = dyn_cast<AllocaInst>(mark->getArgOperand(0))) begin(*object, i);
        continue;
      }
      if (const auto mark = undefined_mark(&i)) {
        marks_[&i] = add_mark(i, *mark);
        continue;
      }
      if (may_read_others(i, ways)) absent_[&i] = add_site({}, i);
      auto facts = access_facts(i);
      if (!facts || facts->site.event == probes::Event::kAtomic) continue;
      auto* object = object_of(facts->address, i, dominators_);
      if (object && pseudo::is(object, pseudo::kProbeAdmit)) {
        object = getUnderlyingObject(cast<CallInst>(object)->getArgOperand(1));
      }
      settle_if_given_away(i, object);
      auto* stored = stored_value(i);
      if (!stored) loads_[&i] = accesses_.size();
      facts->site.operation = static_cast<std::uint32_t>(Use::kNone);
      const auto site = add_site(facts->site, i, variable_of(c_, sites_, i, object));
      const auto used = static_cast<std::uint32_t>(popcount(facts->site.touched));
      const bool whole = facts->site.bytes > 32 || used == facts->site.bytes;
      accesses_.push_back({&i, facts->address, stored, site, whole ? facts->site.bytes : 0,
                           stored && is_printed(object)});
    }
  }

  std::uint32_t add_mark(const Instruction& i, const UndefinedMark& mark) {
    const auto bytes = function_.getDataLayout().getTypeStoreSize(i.getType()).getFixedValue();
    Site site{};
    site.bytes = static_cast<std::uint32_t>(bytes);
    site.space = Space::kLocal;
    return add_site(site, i, sites_.variable(mark.name, bytes, 0));
  }

  // What an engine function fills in is not undefined until the program stores there.
  static void settle_if_given_away(Instruction& i, const Value* object) {
    auto* store = dyn_cast<StoreInst>(&i);
    const auto* local = dyn_cast_or_null<AllocaInst>(object);
    if (!store || !local || !undefined_mark(store->getValueOperand())) return;
    if (!is_given_away(*local)) return;
    store->setOperand(0, Constant::getNullValue(store->getValueOperand()->getType()));
  }

  void begin(AllocaInst& object, Instruction& before) {
    const auto size = object.getAllocationSize(function_.getDataLayout());
    if (!size || is_given_away(object)) return;
    Site site{};
    site.bytes = static_cast<std::uint32_t>(size->getFixedValue());
    site.space = Space::kLocal;
    objects_.push_back({&before, &object, add_site(site, object)});
  }

  void find_uses(Instruction& i) {
    if (auto* branch = dyn_cast<BranchInst>(&i)) {
      if (branch->isConditional()) use(i, branch->getCondition(), Use::kBranch);
    } else if (const auto facts = access_facts(i)) {
      use(i, facts->address, Use::kAddress);
      find_uses_of(i, *facts);
    } else if (divides(i)) {
      use(i, i.getOperand(1), Use::kDivisor);
    } else if (auto* call = dyn_cast<CallInst>(&i)) {
      find_uses_of(*call);
    }
  }

  void find_uses_of(Instruction& i, const AccessFacts& facts) {
    if (auto* value = stored_value(i)) {
      if (facts.site.space == Space::kGlobal || facts.site.space == Space::kGeneric) {
        use(i, value, Use::kStored, facts.address);
      }
    } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&i)) {
      // What is exchanged may be dropped.
      if (rmw->getOperation() != AtomicRMWInst::Xchg) use(i, rmw->getValOperand(), Use::kAtomic);
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
      use(i, exchange->getCompareOperand(), Use::kAtomic);
    }
  }

  void find_uses_of(CallInst& call) {
    if (pseudo::is(&call, pseudo::kBarrier)) {
      for (const unsigned k : {0u, 1u, 3u}) use(call, call.getArgOperand(k), Use::kBarrier);
      return;
    }
    const auto* row = warp_op_row(call);
    if (!row) return;
    for (const unsigned k : {row->members, row->b, row->c}) {
      if (auto* value = WarpOpRow::argument(call, k)) use(call, value, Use::kWarp);
    }
    auto* value = WarpOpRow::argument(call, row->value);
    if (value && !row->is_shuffle()) use(call, value, Use::kWarp);
  }

  void use(Instruction& before, Value* value, Use how, Value* address = nullptr) {
    const auto fact = sources_->of(value);
    // To print a copy is to look at it.
    const bool only_computed = how == Use::kStored && address;
    // What is a constant decides the same whenever it comes here; nobody asked for it to be.
    if (!fact.any() || isa<Constant>(value) || (only_computed && !fact.computed)) return;
    shadows_->want_bits(value);
    shadows_->want_source(value);
    if (only_computed) shadows_->want_computed(value);
    Site site{};
    site.operation = static_cast<std::uint32_t>(how);
    uses_.push_back({&before, value, only_computed, address, add_site(site, before)});
  }

  void tell(Builder& b, const Used& use) {
    auto* shadow = use.only_computed ? shadows_->computed(use.value) : shadows_->bits(use.value);
    b.SetInsertPoint(use.before);
    auto* some = shadows_->any(b, shadow);
    if (const auto* known = dyn_cast<ConstantInt>(some); known && known->isZero()) return;
    auto* address = use.address ? generic(b, use.address) : ConstantPointerNull::get(b.getPtrTy());
    pseudo::call(
        b, pseudo::kProbeUse,
        {sites_.address(use.site), address, b.CreateFreeze(some), shadows_->source(use.value)});
  }

  void tell_store(Builder& b, const Access& access) {
    b.SetInsertPoint(access.at);
    auto* shadow = shadows_->bits(access.stored);
    Value* bytes = shadow ? bytes_of_bits(b, shadow) : b.getInt32(0);
    pseudo::call(
        b, pseudo::kProbeStored,
        {sites_.address(access.site), generic(b, access.address), b.getInt32(access.bytes), bytes});
  }

  void settle_weighed() {
    for (auto& i : make_early_inc_range(instructions(function_))) {
      if (!pseudo::is(&i, pseudo::kWeighed)) continue;
      i.replaceAllUsesWith(i.getOperand(0));
      i.eraseFromParent();
    }
  }

  // What comes may otherwise take a branch that depends on them for one that is never come to.
  void settle_constants() {
    for (auto& i : instructions(function_)) {
      if (!isa<PHINode, SelectInst, BranchInst>(i)) continue;
      for (auto& use : i.operands()) {
        if (isa<UndefValue>(use)) use.set(Constant::getNullValue(use->getType()));
      }
    }
  }

  // Where a phi behind a loop has one operand, LLVM's simplifications take that instead.
  void close_loops() {
    const LoopInfo loops(dominators_);
    for (auto* loop : loops) formLCSSARecursively(*loop, dominators_, &loops, nullptr);
  }

  Compilation& c_;
  SiteTable& sites_;
  Function& function_;
  DominatorTree dominators_;
  std::vector<Access> accesses_;
  DenseMap<const Instruction*, std::size_t> loads_;     // into accesses_
  DenseMap<const Instruction*, std::uint32_t> marks_;   // their sites
  DenseMap<const Instruction*, std::uint32_t> absent_;  // shuffles, and their sites
  std::vector<Used> uses_;
  std::vector<Object> objects_;
  std::optional<UndefinedSources> sources_;
  std::optional<ShadowValues> shadows_;
};

}  // namespace

unsigned follow_undefined(Compilation& c) {
  if (!c.request.probes || !probes::has(c.request.probe_mask, probes::Event::kUndefined)) return 0;
  SiteTable sites(*c.module, c.body ? c.body->getSubprogram() : nullptr);
  std::vector<std::unique_ptr<Follower>> functions;
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    functions.push_back(std::make_unique<Follower>(c, sites, function));
  }
  sites.finish(kShadowSites);
  unsigned count = 0;
  for (auto& function : functions) count += function->run();
  return count;
}

}  // namespace heddle::compiler
