// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/insert_probes.h"

#include <bit>

#include "compiler/ir/debug_variables.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/arithmetic.h"
#include "compiler/passes/probe/calm_loads.h"
#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/escaping_locals.h"
#include "compiler/passes/probe/exit_paths.h"
#include "compiler/passes/probe/locals.h"
#include "compiler/passes/probe/polled_loads.h"
#include "compiler/passes/probe/quiet_places.h"
#include "compiler/passes/probe/sites.h"
#include "compiler/passes/probe/stored_values.h"
#include "compiler/passes/probe/variables.h"
#include "compiler/passes/probe/warp_op_facts.h"
#include "compiler/passes/scalar/let_lanes_pass.h"
#include "image/tensor_map.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "probes/row_notes.h"
#include "probes/site_numbers.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Event;
using probes::Site;

namespace {

struct Probe {
  Instruction* before;
  StringRef function;  // of pseudo.h
  SmallVector<Value*, 5> operands;
  Value* answered = nullptr;  // the address that `before` takes from the answer
  // Most have none, and do not say so.
  SmallVector<Value*, 8> locals = {};  // NOLINT(readability-redundant-member-init)
  SmallVector<Value*, 5> untold = {};  // NOLINT(readability-redundant-member-init)
};

class Prober {
 public:
  explicit Prober(Compilation& c)
      : c_(c), sites_(*c.module, c.body ? c.body->getSubprogram() : nullptr), b_(c.context) {}

  unsigned run() {
    quiet_.emplace(*c_.module);
    if (c_.body && quiet_->whole_barriers_only()) calm_.emplace(*c_.body);
    for (auto& function : *c_.module) {
      if (function.isDeclaration()) continue;
      DominatorTree dominators(function);
      dominators_ = &dominators;
      polled_.emplace(dominators);
      if (wanted(Event::kValues)) locals_.emplace(function, dominators);
      for (auto& instruction : instructions(function)) visit(instruction);
      if (&function == c_.body && wanted(Event::kExit)) visit_exits(function);
      if (wanted(Event::kArithmetic)) visit_arithmetic(function);
      if (wanted(Event::kAnswer) && wanted(Event::kLocal)) visit_locals(function);
    }
    sites_.finish();
    for (unsigned k = 0; k < probes_.size(); ++k) insert(k);
    for (auto* told : only_told_) told->eraseFromParent();
    return probes_.size();
  }

 private:
  bool wanted(Event event) const { return probes::has(c_.request.probe_mask, event); }

  bool is_doubtful(const Instruction& access) const {
    if (!wanted(Event::kDoubtful)) return true;
    const auto noted = noted_variable(access);
    return !noted || !noted->in_order;
  }

  void add(Instruction& before, const Site& site, StringRef function, ArrayRef<Value*> operands,
           Constant* variable = nullptr) {
    sites_.add(site, place_of(before), variable);
    probes_.push_back({&before, function, SmallVector<Value*, 5>(operands)});
  }

  void add_access(Instruction& access, const AccessFacts& facts) {
    const bool answers = wanted(Event::kAnswer) && facts.site.bytes <= pseudo::kSinkBytes;
    auto* object = object_of(facts.address, access, *dominators_);
    auto site = facts.site;
    if (const auto* store = dyn_cast<StoreInst>(&access)) {
      site.stored = number_of_value(*store->getValueOperand());
    }
    site.quiet = quiet_->number(access, site);
    site.calm = calm_ && site.space == probes::Space::kShared && calm_->contains(access);
    if (const auto parameter = parameter_of(object)) site.parameter = *parameter;
    if (facts.address->getType()->getPointerAddressSpace() == ptx::kClusterSpace) {
      site.parameter = probes::kClusterPointer;
    }
    SmallVector<LocalValue, 8> locals;
    if (answers && locals_) locals = locals_->at(access);
    sites_.add(site, place_of(access), variable_of(c_, sites_, access, object), locals);
    auto* no_object = ConstantPointerNull::get(b_.getPtrTy());
    probes_.push_back({&access,
                       answers ? pseudo::kProbeAdmit : pseudo::kProbeAccess,
                       {facts.address, object ? object : no_object}});
    if (answers) probes_.back().answered = facts.address;
    for (const auto& local : locals) probes_.back().locals.push_back(local.value);
    if (may_be_untold(site)) {
      for (const auto number :
           {sites_.size() - 1, site.quiet, std::max(site.align, 1u), last_byte(site),
            std::uint32_t{site.space == probes::Space::kShared}, noted_cell(site),
            std::uint32_t{site.event == Event::kAtomic && wanted(Event::kUndefined)}}) {
        probes_.back().untold.push_back(b_.getInt32(number));
      }
    }
  }

  // Numbers of sites, and so the ranges, are the kernel's: not of functions behind pointers.
  bool may_be_untold(const Site& site) const {
    const bool one_space =
        site.space == probes::Space::kGlobal || site.space == probes::Space::kShared;
    const bool is_plain =
        site.event == Event::kAccess && site.order == probes::Order::kNone && site.is_volatile == 0;
    const bool is_atomic = site.event == Event::kAtomic && site.is_volatile == 0;
    return c_.body && one_space && (is_plain || is_atomic) && sites_.size() <= abi::kUntoldSites &&
           (wanted(Event::kDoubtful) || site.quiet != Site::kNeverQuiet || site.calm != 0 ||
            may_be_noted());
  }

  // Asynchronous copies, which some tool has to look for at each access, are none of these
  // kernels'.
  bool may_be_noted() const {
    return c_.is_kernel() && wanted(Event::kInStep) && quiet_->whole_barriers_only();
  }

  // The bytes of an access that code may note in rows of such cells (probes/row_notes.h), else 0.
  // Of shared memory, any access may be noted (abi::SharedNote); atomic operations nowhere.
  std::uint32_t noted_cell(const Site& site) const {
    using probes::RowNotes;
    if (!may_be_noted() || site.event == Event::kAtomic) return 0;
    if (site.space == probes::Space::kShared) return site.bytes;
    const bool is_cell = std::has_single_bit(site.bytes) &&
                         site.bytes >= 1u << RowNotes::kSmallestCellLog2 &&
                         site.bytes <= 1u << RowNotes::kLargestCellLog2 &&
                         std::popcount(site.touched) == static_cast<int>(site.bytes);
    return is_cell && site.space == probes::Space::kGlobal ? site.bytes : 0;
  }

  static std::uint32_t last_byte(const Site& site) {
    if (site.touched == 0 || site.bytes > 32) return std::max(site.bytes, 1u) - 1;
    return 31 - static_cast<std::uint32_t>(std::countl_zero(site.touched));
  }

  static Site of(Event event, std::uint32_t operation = 0) {
    Site site{};
    site.quiet = Site::kNeverQuiet;
    site.parameter = Site::kNoParameter;
    site.event = event;
    site.operation = operation;
    return site;
  }

  void visit(Instruction& i) {
    if (auto* branch = dyn_cast<BranchInst>(&i)) {
      if (branch->isConditional() && wanted(Event::kBranch)) {
        add(i, of(Event::kBranch), pseudo::kProbeBranch, {branch->getCondition()});
      }
    } else if (auto facts = access_facts(i)) {
      if (polled_->has(i)) facts->site.is_volatile = Site::kPolled;
      if (wanted(facts->site.event) && is_doubtful(i) && !is_inside_counted_function(i)) {
        add_access(i, *facts);
      }
    } else if (auto* call = dyn_cast<CallInst>(&i)) {
      visit_call(*call);
    } else if (auto* fence = dyn_cast<FenceInst>(&i)) {
      add_fence(i, order_of(fence->getOrdering()), scope_of(c_.context, fence->getSyncScopeID()));
    }
  }

  void visit_call(CallInst& call) {
    const auto* callee = call.getCalledFunction();
    if (!callee) return;
    if (pseudo::is(&call, pseudo::kBarrier) && wanted(Event::kBarrier)) {
      const auto op = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
      add(call, of(Event::kBarrier, static_cast<std::uint32_t>(op)), pseudo::kProbeBarrier,
          {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(3)});
    } else if (pseudo::is(&call, pseudo::kMbarrier)) {
      if (!wanted(Event::kMbarrier)) return;
      const auto* op = dyn_cast<ConstantInt>(call.getArgOperand(1));
      if (op) add_mbarrier(call, static_cast<abi::MbarrierOp>(op->getZExtValue()));
    } else if (pseudo::is(&call, pseudo::kMbarrierPhase)) {
      if (wanted(Event::kMbarrier)) add_mbarrier(call, abi::MbarrierOp::kLook);
    } else if (pseudo::is(&call, pseudo::kAsync)) {
      add_async(call);
    } else if (pseudo::is(&call, pseudo::kTensor)) {
      if (wanted(Event::kAsync)) add_tensor(call);
    } else if (pseudo::is(&call, pseudo::kYield) || pseudo::is(&call, pseudo::kWaits)) {
      if (pseudo::is(&call, pseudo::kWaits)) only_told_.push_back(&call);
      if (call.hasMetadata(kUncounted)) return;  // told where they wait
      const auto for_lanes = pseudo::is(&call, pseudo::kWaits) ? 1u : 0u;
      if (wanted(Event::kWait)) add_operation(call, of(Event::kWait, for_lanes), {});
    } else if (const auto facts = warp_op_facts(call)) {
      // Who asks which lanes are there meets nobody.
      const bool leaves_out = wanted(Event::kInStep) && facts->op == abi::WarpOp::kActiveMask;
      if (!wanted(Event::kWarp) || leaves_out || call.hasMetadata(kUncounted)) return;
      const auto part = call.hasMetadata(kOfMatrix) ? Site::kOfMatrix : 0;
      add(call, of(Event::kWarp, static_cast<std::uint32_t>(facts->op) | part), pseudo::kProbeWarp,
          {facts->members, facts->operand, facts->control});
    } else if (is_matrix_op(call)) {
      add_matrix_op(call);
    } else if (pseudo::is(&call, pseudo::kWholeWarp)) {
      only_told_.push_back(&call);
      add_matrix_op(call);
    } else {
      switch (callee->getIntrinsicID()) {
        case Intrinsic::nvvm_membar_cta:
          return add_fence(call, probes::Order::kSequential, probes::Scope::kBlock);
        case Intrinsic::nvvm_membar_gl:
          return add_fence(call, probes::Order::kSequential, probes::Scope::kDevice);
        case Intrinsic::nvvm_membar_sys:
          return add_fence(call, probes::Order::kSequential, probes::Scope::kSystem);
        default:
          return;
      }
    }
  }

  // Those behind it in its block have the same lanes, and are to stay side by side.
  void add_matrix_op(CallInst& call) {
    if (!wanted(Event::kWarp) || wanted(Event::kCount)) return;
    for (auto* i = call.getPrevNode(); i; i = i->getPrevNode()) {
      if (pseudo::is(i, pseudo::kWholeWarp)) return;
      if (auto* before = dyn_cast<CallInst>(i); before && is_matrix_op(*before)) return;
    }
    const auto meeting = static_cast<std::uint32_t>(abi::WarpOp::kSync);
    add(call, of(Event::kWarp, meeting | Site::kOfMatrix), pseudo::kProbeMatrix,
        {b_.getInt32(~0u), b_.getInt32(0), b_.getInt32(0)});
  }

  // Of all lanes that come here; words that are missing are zeros.
  void add_operation(Instruction& before, const Site& site, ArrayRef<Value*> words) {
    SmallVector<Value*, 4> operands{b_.getTrue()};
    operands.append(words.begin(), words.end());
    operands.resize(4, b_.getInt64(0));
    add(before, site, pseudo::kProbeOperation, operands);
  }

  void add_mbarrier(CallInst& call, abi::MbarrierOp op) {
    b_.SetInsertPoint(&call);
    const auto word = [&](unsigned k) {
      return b_.CreateZExt(call.getArgOperand(k), b_.getInt64Ty());
    };
    SmallVector<Value*, 3> words{b_.CreatePtrToInt(call.getArgOperand(0), b_.getInt64Ty())};
    if (op == abi::MbarrierOp::kLook) {
      words.push_back(word(1));
    } else {
      words.append({word(2), word(3)});
    }
    add_operation(call, of(Event::kMbarrier, static_cast<std::uint32_t>(op)), words);
  }

  // The engine, which knows the pieces, tells of them.
  void add_tensor(CallInst& call) {
    using image::TensorCopy;
    b_.SetInsertPoint(&call);
    const auto* copy = dyn_cast<ConstantInt>(call.getArgOperand(0));
    const bool reduces =
        copy && (copy->getZExtValue() & TensorCopy::kKindMask) == TensorCopy::kReduce;
    const auto op = reduces ? probes::AsyncOp::kBulkReduce : probes::AsyncOp::kBulk;
    auto* thread = b_.CreateAdd(b_.CreateShl(pseudo::call(b_, pseudo::kWarp), 5),
                                pseudo::call(b_, pseudo::kLane), "thread", true, true);
    SmallVector<Value*, 12> operands{thread};
    operands.append(call.arg_begin(), call.arg_end());
    add(call, of(Event::kAsync, static_cast<std::uint32_t>(op)), pseudo::kTellTensor, operands);
  }

  // The call itself does nothing.
  void add_async(CallInst& call) {
    only_told_.push_back(&call);
    if (!wanted(Event::kAsync)) return;
    b_.SetInsertPoint(&call);
    auto* i64 = b_.getInt64Ty();
    const auto op = cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
    add_operation(
        call, of(Event::kAsync, static_cast<std::uint32_t>(op)),
        {b_.CreatePtrToInt(call.getArgOperand(1), i64),
         b_.CreatePtrToInt(call.getArgOperand(2), i64), b_.CreateZExt(call.getArgOperand(3), i64)});
  }

  void visit_arithmetic(Function& function) {
    SmallVector<Instruction*, 64> all;
    for (auto& i : instructions(function)) all.push_back(&i);
    for (auto* i : all) {
      for (auto& question : ask_of_arithmetic(b_, *i)) {
        SmallVector<Value*, 4> operands{question.wrong};
        operands.append(question.operands.begin(), question.operands.end());
        sites_.add(question.site, i->getDebugLoc(), nullptr);
        probes_.push_back({question.before, pseudo::kProbeOperation,
                           SmallVector<Value*, 5>(operands.begin(), operands.end())});
      }
    }
  }

  void visit_locals(Function& function) {
    for (auto& i : instructions(function)) {
      auto* object = dyn_cast<AllocaInst>(&i);
      const auto size = object ? object->getAllocationSize(function.getDataLayout()) : std::nullopt;
      if (!size || !escapes(*object)) continue;
      auto site = of(Event::kLocal);
      site.space = probes::Space::kLocal;
      site.bytes = static_cast<std::uint32_t>(size->getFixedValue());
      for (auto* before : beginnings(*object)) add(*before, site, pseudo::kProbeObject, {object});
    }
  }

  void add_fence(Instruction& before, probes::Order order, probes::Scope scope) {
    if (!wanted(Event::kFence)) return;
    auto site = of(Event::kFence);
    site.order = order;
    site.scope = scope;
    add(before, site, pseudo::kProbeFence, {});
  }

  // Where it is decided that a thread goes to the kernel's end with nothing left to do: a listener
  // must hear of it before the others go on, but Linearise may run the end of the way much later.
  void visit_exits(Function& kernel) {
    ExitPaths paths(kernel);
    const auto exit = [&](BasicBlock& block, Value* ended) {
      add(*block.getTerminator(), of(Event::kExit), pseudo::kProbeExit, {ended});
    };
    if (may_be_noted()) {
      if (auto* end = paths.end_of_all(kernel)) return exit(*end, b_.getTrue());
    }
    for (auto& block : kernel) {
      if (auto* ended = paths.ended_behind(b_, block)) exit(block, ended);
    }
  }

  void insert(unsigned k) {
    auto& probe = probes_[k];
    b_.SetInsertPoint(probe.before);
    SmallVector<Value*, 4> arguments{sites_.address(k)};
    for (auto* operand : probe.operands) {
      const bool device_pointer =
          operand->getType()->isPointerTy() && operand->getType()->getPointerAddressSpace() != 0;
      arguments.push_back(device_pointer ? b_.CreateAddrSpaceCast(operand, b_.getPtrTy())
                                         : operand);
    }
    auto* made = pseudo::call(b_, probe.function, arguments);
    SmallVector<OperandBundleDef, 2> bundles;
    if (!probe.locals.empty()) {
      bundles.emplace_back(pseudo::kLocals.str(), ArrayRef<Value*>(probe.locals));
    }
    if (!probe.untold.empty()) {
      bundles.emplace_back(pseudo::kUntold.str(), ArrayRef<Value*>(probe.untold));
    }
    if (!bundles.empty()) {
      auto* with_bundles = CallInst::Create(made, bundles, made->getIterator());
      made->eraseFromParent();
      made = with_bundles;
      b_.SetInsertPoint(probe.before);
    }
    if (!probe.answered) return;
    auto* address = b_.CreatePointerBitCastOrAddrSpaceCast(made, probe.answered->getType());
    // The value that is stored may be the same pointer.
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(probe.before)) {
      exchange->setOperand(AtomicCmpXchgInst::getPointerOperandIndex(), address);
    } else if (auto* rmw = dyn_cast<AtomicRMWInst>(probe.before)) {
      rmw->setOperand(AtomicRMWInst::getPointerOperandIndex(), address);
    } else if (auto* store = dyn_cast<StoreInst>(probe.before)) {
      store->setOperand(StoreInst::getPointerOperandIndex(), address);
    } else {
      cast<LoadInst>(probe.before)->setOperand(LoadInst::getPointerOperandIndex(), address);
    }
  }

  Compilation& c_;
  SiteTable sites_;
  IRBuilder<> b_;
  const DominatorTree* dominators_ = nullptr;
  std::optional<PolledLoads> polled_;
  std::optional<Locals> locals_;
  std::optional<QuietPlaces> quiet_;
  std::optional<CalmLoads> calm_;
  SmallVector<CallInst*, 8> only_told_;
  std::vector<Probe> probes_;
};

}  // namespace

unsigned insert_probes(Compilation& c) {
  if (!c.request.probes || probes::in_code(c.request.probe_mask) == 0) return 0;
  const auto inserted = Prober(c).run();
  drop_debug_variables(*c.module);
  return inserted;
}

}  // namespace heddle::compiler
