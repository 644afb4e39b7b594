// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/emit_entry_point.h"

#include "compiler/analysis/shape.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/debug_scope.h"
#include "compiler/passes/block/prefetch_next_block.h"
#include "compiler/passes/block/warp_loops.h"
#include "compiler/passes/each.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class EntryPoint {
 public:
  explicit EntryPoint(Compilation& c) : c_(c), module_(*c.module), b_(c.context) {}

  Function* make() {
    auto* ptr = b_.getPtrTy();
    const bool block = c_.mode == abi::KernelMode::kBlock;
    const bool step = c_.mode == abi::KernelMode::kStep;
    auto* entry =
        make_function("heddle_kernel_entry", step ? b_.getInt32Ty() : b_.getVoidTy(),
                      block ? SmallVector<Type*, 2>{ptr} : SmallVector<Type*, 2>{ptr, ptr});
    if (c_.mode == abi::KernelMode::kFiberThread) {
      // entry(block, thread): the body takes just these.
      b_.CreateCall(&*c_.full_warp, {entry->getArg(0), entry->getArg(1)});
      b_.CreateRetVoid();
    } else if (block) {
      run_blocks(*entry);
    } else {
      run_warp(*entry);
    }
    return entry;
  }

 private:
  // An empty function at whose start b_ is.
  Function* make_function(const char* name, Type* result, ArrayRef<Type*> parameters) {
    auto* function = Function::Create(FunctionType::get(result, parameters, false),
                                      GlobalValue::InternalLinkage, name, module_);
    function->addFnAttr(Attribute::NoUnwind);
    // Programs do not know where the context lies.
    function->addParamAttr(0, Attribute::NoAlias);
    function->addDereferenceableParamAttr(0, sizeof(abi::BlockContext));
    function->addParamAttr(0, Attribute::getWithAlignment(c_.context, Align(8)));
    b_.SetInsertPoint(BasicBlock::Create(c_.context, "entry", function));
    locate(*function);
    return function;
  }

  // Inlined code needs a scope to be inlined into.
  void locate(Function& entry) {
    for (Function* warp : {c_.full_warp, c_.last_warp}) {
      if (warp) return b_.SetCurrentDebugLocation(share_debug_scope(entry, *warp));
    }
  }

  Value* call_warp(Function& function, Value* block, Value* context, Value* warp) {
    SmallVector<Value*, 4> arguments{block, context, warp};
    if (function.arg_size() > 3) {
      arguments.push_back(ConstantInt::getTrue(FixedVectorType::get(b_.getInt1Ty(), kLanes)));
    }
    auto* call = b_.CreateCall(&function, arguments);
    if (c_.mode == abi::KernelMode::kBlock) {
      function.addFnAttr(Attribute::AlwaysInline);
      function.removeFnAttr(Attribute::NoInline);
    }
    return call;
  }

  // The blocks from block_idx on, row_count of them.
  void run_blocks(Function& entry) {
    auto* context = entry.getArg(0);
    const auto field = [&](std::size_t offset) {
      return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), context, offset);
    };
    auto* x_address = field(abi_offset(BlockContext, block_idx));
    auto* first = b_.CreateLoad(b_.getInt32Ty(), x_address, "first");
    auto* count_address = field(abi_offset(BlockContext, row_count));
    // for (done = 0; done < row_count; ++done) { block_idx = first + done in x; body(context) }
    // The index first, so that whoever takes the rest of the row away while it is left takes
    // nothing that has begun.
    auto* before = b_.GetInsertBlock();
    auto* loop = BasicBlock::Create(c_.context, "row", &entry);
    auto* run = BasicBlock::Create(c_.context, "blocks", &entry);
    auto* after = BasicBlock::Create(c_.context, "blocks.done", &entry);
    b_.CreateBr(loop);
    b_.SetInsertPoint(loop);
    auto* done = b_.CreatePHI(b_.getInt32Ty(), 2, "done");
    done->addIncoming(b_.getInt32(0), before);
    // Volatile: a fault in this block names it.
    b_.CreateStore(b_.CreateAdd(first, done, "x"), x_address, true);
    auto* count = b_.CreateLoad(b_.getInt32Ty(), count_address, true, "count");
    b_.CreateCondBr(b_.CreateICmpULT(done, count), run, after);
    b_.SetInsertPoint(run);
    auto location = b_.getCurrentDebugLocation();
    auto* body = make_function("heddle_kernel_block", b_.getVoidTy(), {b_.getPtrTy()});
    run_block(*body);
    // Inside, blockIdx.x is memory that nobody writes, and loads of it are free to move.
    body->addFnAttr(Attribute::NoInline);
    b_.SetInsertPoint(run);
    b_.SetCurrentDebugLocation(location);
    b_.CreateCall(body, {context});
    done->addIncoming(b_.CreateAdd(done, b_.getInt32(1), "", true, true), run);
    b_.CreateBr(loop);
    b_.SetInsertPoint(after);
    b_.CreateStore(b_.CreateSub(b_.CreateAdd(first, count), b_.getInt32(1)), x_address);
    b_.CreateRetVoid();
  }

  void run_block(Function& entry) {
    if (c_.warp_loops) return run_warp_loops(c_, entry, b_);
    if (c_.in_turn) return run_threads(entry);
    auto* block = entry.getArg(0);
    auto* none = ConstantPointerNull::get(b_.getPtrTy());
    const auto warps = full_warps(*c_.request.block);
    if (c_.full_warp) {
      auto* before = b_.GetInsertBlock();
      auto* loop = BasicBlock::Create(c_.context, "warps", &entry);
      auto* after = BasicBlock::Create(c_.context, "warps.done", &entry);
      const NextBlockPrefetch ahead(b_, block, c_.turns);
      const auto& region = c_.turns.regions.front();
      const auto jam = region.jam;
      b_.CreateBr(loop);
      b_.SetInsertPoint(loop);
      auto* warp = b_.CreatePHI(b_.getInt32Ty(), 2, "warp");
      context::note_turn(b_, block, warp, jam);
      ahead.add(b_, warp, jam);
      call_warp(*region.step, block, none, warp);
      auto* next = b_.CreateAdd(warp, b_.getInt32(jam), "", true, true);
      warp->addIncoming(b_.getInt32(0), before);
      warp->addIncoming(next, b_.GetInsertBlock());
      b_.CreateCondBr(b_.CreateICmpULT(next, b_.getInt32(warps)), loop, after);
      b_.SetInsertPoint(after);
      if (jam > 1) context::note_warps(b_, block, b_.getInt32(0), 1);
    }
    if (Function* last = c_.last_warp) {
      context::note_warp(b_, block, b_.getInt32(warps));
      call_warp(*last, block, none, b_.getInt32(warps));
    }
    b_.CreateRetVoid();
  }

  // for (thread = 0; thread < threads; ++thread) body(block, nothing, thread)
  void run_threads(Function& entry) {
    auto* block = entry.getArg(0);
    auto* before = b_.GetInsertBlock();
    auto* loop = BasicBlock::Create(c_.context, "threads", &entry);
    auto* after = BasicBlock::Create(c_.context, "threads.done", &entry);
    b_.CreateBr(loop);
    b_.SetInsertPoint(loop);
    auto* thread = b_.CreatePHI(b_.getInt32Ty(), 2, "thread");
    context::note_warp(b_, block, b_.CreateLShr(thread, Log2_32(abi::kWarpSize), "warp"));
    call_warp(*c_.full_warp, block, ConstantPointerNull::get(b_.getPtrTy()), thread);
    auto* next = b_.CreateAdd(thread, b_.getInt32(1), "", true, true);
    thread->addIncoming(b_.getInt32(0), before);
    thread->addIncoming(next, b_.GetInsertBlock());
    const auto threads = b_.getInt32(threads_of(*c_.request.block));
    b_.CreateCondBr(b_.CreateICmpULT(next, threads), loop, after);
    b_.SetInsertPoint(after);
    b_.CreateRetVoid();
  }

  void run_warp(Function& entry) {
    auto *block = entry.getArg(0), *context = entry.getArg(1);
    auto* warp = b_.CreateLoad(
        b_.getInt32Ty(),
        b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), context, abi_offset(WarpContext, warp)));
    context::note_warp(b_, block, warp);
    Function *full = c_.full_warp, *last = c_.last_warp;
    const auto finish_with = [&](Function& function) {
      auto* result = call_warp(function, block, context, warp);
      if (&function == full) NextBlockPrefetch(b_, block, c_.turns).add(b_, warp, 1);
      if (c_.mode == abi::KernelMode::kStep) {
        b_.CreateRet(result);
      } else {
        b_.CreateRetVoid();
      }
    };
    if (full && last) {
      auto* whole = BasicBlock::Create(c_.context, "whole", &entry);
      auto* partial = BasicBlock::Create(c_.context, "partial", &entry);
      b_.CreateCondBr(b_.CreateICmpULT(warp, b_.getInt32(full_warps(*c_.request.block))), whole,
                      partial);
      b_.SetInsertPoint(whole);
      finish_with(*full);
      b_.SetInsertPoint(partial);
      finish_with(*last);
    } else {
      finish_with(full ? *full : *last);
    }
  }

  Compilation& c_;
  Module& module_;
  IRBuilder<> b_;
};

}  // namespace

unsigned emit_entry_point(Compilation& c) {
  if (c.is_kernel()) c.entry_point = EntryPoint(c).make();
  const bool vectors = !c.single_threads;
  for (auto* function : defined(*c.module)) aim_at(*function, c.request.isa, vectors);
  return c.is_kernel() ? 1 : 0;
}

}  // namespace heddle::compiler
