// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/insert_probes.h"

#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/sites.h"
#include "compiler/passes/probe/variables.h"
#include "compiler/passes/probe/warp_op_facts.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Event;
using probes::Site;

namespace {

struct Probe {
  Instruction* before;
  StringRef function;  // of pseudo.h
  SmallVector<Value*, 3> operands;
  Value* answered = nullptr;  // the address that `before` takes from the answer
};

class Prober {
 public:
  explicit Prober(Compilation& c)
      : c_(c), sites_(*c.module, c.body ? c.body->getSubprogram() : nullptr), b_(c.context) {}

  unsigned run() {
    for (auto& function : *c_.module) {
      if (function.isDeclaration()) continue;
      DominatorTree dominators(function);
      dominators_ = &dominators;
      for (auto& instruction : instructions(function)) visit(instruction);
      if (&function == c_.body && wanted(Event::kExit)) visit_exits(function);
    }
    sites_.finish();
    for (unsigned k = 0; k < probes_.size(); ++k) insert(k);
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
    sites_.add(site, before.getDebugLoc(), variable);
    probes_.push_back({&before, function, SmallVector<Value*, 3>(operands)});
  }

  void add_access(Instruction& access, const AccessFacts& facts) {
    const bool answers = wanted(Event::kAnswer) && facts.site.bytes <= pseudo::kSinkBytes;
    auto* object = object_of(facts.address, access, *dominators_);
    add(access, facts.site, answers ? pseudo::kProbeAdmit : pseudo::kProbeAccess,
        {facts.address, object ? object : ConstantPointerNull::get(b_.getPtrTy())},
        variable_of(c_, sites_, access, object));
    if (answers) probes_.back().answered = facts.address;
  }

  static Site of(Event event, std::uint32_t operation = 0) {
    Site site{};
    site.event = event;
    site.operation = operation;
    return site;
  }

  void visit(Instruction& i) {
    if (auto* branch = dyn_cast<BranchInst>(&i)) {
      if (branch->isConditional() && wanted(Event::kBranch)) {
        add(i, of(Event::kBranch), pseudo::kProbeBranch, {branch->getCondition()});
      }
    } else if (const auto facts = access_facts(i)) {
      if (wanted(facts->site.event) && is_doubtful(i)) add_access(i, *facts);
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
    } else if (const auto facts = warp_op_facts(call)) {
      if (!wanted(Event::kWarp)) return;
      add(call, of(Event::kWarp, static_cast<std::uint32_t>(facts->op)), pseudo::kProbeWarp,
          {facts->members, facts->operand, facts->control});
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
    BasicBlock* last = nullptr;
    for (auto& block : kernel) {
      if (isa<ReturnInst>(block.getTerminator())) last = &block;
    }
    SmallPtrSet<BasicBlock*, 8> empty;  // blocks that only lead there
    SmallVector<BasicBlock*, 8> work{last};
    while (!work.empty()) {
      auto* block = work.pop_back_val();
      if (&*block->getFirstNonPHIOrDbg() != block->getTerminator() ||
          (block != last && block->getTerminator()->getNumSuccessors() != 1) ||
          !empty.insert(block).second) {
        continue;
      }
      for (auto* before : predecessors(block)) work.push_back(before);
    }
    const auto exit = [&](BasicBlock& block, Value* ended) {
      add(*block.getTerminator(), of(Event::kExit), pseudo::kProbeExit, {ended});
    };
    b_.SetInsertPoint(last->getTerminator());
    if (empty.contains(&kernel.getEntryBlock()) || !empty.contains(last)) {
      return exit(empty.contains(last) ? kernel.getEntryBlock() : *last, b_.getTrue());
    }
    for (auto& block : kernel) {
      auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (empty.contains(&block) || !branch) continue;
      if (branch->isUnconditional()) {
        if (empty.contains(branch->getSuccessor(0))) exit(block, b_.getTrue());
        continue;
      }
      const bool yes = empty.contains(branch->getSuccessor(0));
      const bool no = empty.contains(branch->getSuccessor(1));
      b_.SetInsertPoint(branch);
      if (yes && no) {
        exit(block, b_.getTrue());
      } else if (yes || no) {
        exit(block, yes ? branch->getCondition() : b_.CreateNot(branch->getCondition()));
      }
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
  std::vector<Probe> probes_;
};

}  // namespace

unsigned insert_probes(Compilation& c) {
  if (!c.request.probes || probes::in_code(c.request.probe_mask) == 0) return 0;
  return Prober(c).run();
}

}  // namespace heddle::compiler
