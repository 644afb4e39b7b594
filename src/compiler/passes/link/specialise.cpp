// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/specialise.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/passes/each.h"
#include "compiler/passes/scalar/unify_exits.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "probes/event.h"
#include "ptx/emitter.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kIntMax = 0x7fffffffu;

class Specialiser {
 public:
  Specialiser(CallInst& call, const std::optional<BlockShape>& block, bool wide_grid)
      : call_(call), block_(block), wide_grid_(wide_grid), b_(&call) {}

  // The value of a special register by its name after "llvm.nvvm.read.ptx.sreg.", null if it is
  // not one of ours.
  Value* special_register(StringRef name) {
    const auto axis = [&]() -> unsigned { return name.back() - 'x'; };
    if (name.starts_with("tid.")) return thread_idx(axis());
    if (name.starts_with("ntid.")) return block_dim(axis());
    if (name.starts_with("ctaid.")) return block_idx(axis());
    if (name.starts_with("nctaid.")) return grid_dim(axis());
    if (name.consume_front("cluster.nctaid.")) return cluster_dim(axis());
    if (name.consume_front("cluster.ctaid.")) {
      return b_.CreateURem(block_idx(axis()), cluster_dim(axis()), "cluster_ctaid");
    }
    if (name.consume_front("clusterid.")) {
      return b_.CreateUDiv(block_idx(axis()), cluster_dim(axis()), "clusterid");
    }
    if (name.consume_front("nclusterid.")) {
      return b_.CreateUDiv(grid_dim(axis()), cluster_dim(axis()), "nclusterid");
    }
    const auto mask = [&](auto make) { return make(b_.CreateShl(b_.getInt32(1), lane())); };
    return StringSwitch<function_ref<Value*()>>(name)
        .Case("laneid", [&]() -> Value* { return lane(); })
        .Case("warpid", [&]() -> Value* { return warp(); })
        .Case("warpsize", [&]() -> Value* { return b_.getInt32(abi::kWarpSize); })
        .Case("cluster.ctarank",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, cluster_rank), b_.getInt32Ty(),
                                     "cluster_rank", context::Range{0, abi::kMostClusterBlocks});
              })
        .Case("cluster.nctarank",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, cluster_size), b_.getInt32Ty(),
                                     "cluster_size",
                                     context::Range{1, abi::kMostClusterBlocks + 1});
              })
        .Case("nwarpid",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, warp_count), b_.getInt32Ty(), "");
              })
        .Case("smid",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, worker), b_.getInt32Ty(), "");
              })
        .Case("gridid",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, grid_id), b_.getInt64Ty(), "");
              })
        .Case("dynamic_smem_size", [&]() -> Value* { return dynamic_shared_bytes(); })
        .Case("total_smem_size",
              [&]() -> Value* {
                return context::load(b_, abi_offset(BlockContext, total_shared_bytes),
                                     b_.getInt32Ty(), "");
              })
        .Case("lanemask.eq", [&]() -> Value* { return mask([](Value* bit) { return bit; }); })
        .Case("lanemask.lt",
              [&]() -> Value* {
                return mask([&](Value* bit) { return b_.CreateSub(bit, b_.getInt32(1)); });
              })
        .Case("lanemask.le",
              [&]() -> Value* {
                return mask([&](Value* bit) {
                  return b_.CreateOr(bit, b_.CreateSub(bit, b_.getInt32(1)));
                });
              })
        .Case("lanemask.ge",
              [&]() -> Value* { return mask([&](Value* bit) { return b_.CreateNeg(bit); }); })
        .Case("lanemask.gt",
              [&]() -> Value* {
                return mask([&](Value* bit) {
                  return b_.CreateNot(b_.CreateOr(bit, b_.CreateSub(bit, b_.getInt32(1))));
                });
              })
        .Case("clock", [&]() -> Value* { return b_.CreateTrunc(cycles(), b_.getInt32Ty()); })
        .Case("clock64", [&]() -> Value* { return cycles(); })
        .Case("clock.hi",
              [&]() -> Value* {
                return b_.CreateTrunc(b_.CreateLShr(cycles(), 32), b_.getInt32Ty());
              })
        .Case("globaltimer",
              [&]() -> Value* {
                auto* module = call_.getModule();
                return b_.CreateCall(module->getOrInsertFunction(
                    kGlobalTimer, FunctionType::get(b_.getInt64Ty(), false)));
              })
        .Default([]() -> Value* { return nullptr; })();
  }

  // What include/heddle/groups_lanes.h and cluster.h declare.
  Value* group_function(StringRef name) {
    if (name == "barrier") {
      return pseudo::call(b_, pseudo::kBarrier, SmallVector<Value*, 4>(call_.args()), "barrier");
    }
    if (name == "map_shared") {
      return ptx::call_cluster_function(b_, ptx::kMapShared,
                                        {call_.getArgOperand(0), call_.getArgOperand(1)});
    }
    if (name == "shared_rank") {
      return ptx::call_cluster_function(b_, ptx::kSharedRank, {call_.getArgOperand(0)});
    }
    const SmallVector<Value*, 4> arguments(call_.args());
    if (name == "mbarrier") return pseudo::call(b_, pseudo::kMbarrier, arguments, "mbarrier");
    if (name == "mbarrier_phase") {
      return pseudo::call(b_, pseudo::kMbarrierPhase, arguments, "phase");
    }
    if (name == "weighed") return pseudo::call(b_, pseudo::kWeighed, arguments, "texel");
    if (name == "whole_warp") return pseudo::call(b_, pseudo::kWholeWarp);
    if (name == "async") return pseudo::call(b_, pseudo::kAsync, arguments);
    if (name == "bulk_reduce") return pseudo::call(b_, pseudo::kBulkReduce, arguments);
    if (name == "tensor") return pseudo::call(b_, pseudo::kTensor, arguments, "bytes");
    if (name == "copy") return pseudo::call(b_, pseudo::kCopy, arguments);
    if (name == "is_parameter") return is_in(abi::StateSpace::kParameter);
    if (name == "cooperative") {
      return b_.CreateICmpNE(
          context::load(b_, abi_offset(BlockContext, cooperative), b_.getInt32Ty(), "cooperative"),
          b_.getInt32(0));
    }
    return nullptr;
  }

  // "shared", "shared.cluster", "global", "const" after "llvm.nvvm.isspacep."; null for others.
  Value* is_in_space(StringRef space) {
    const auto field = [&](std::size_t offset, Type* type) {
      return context::load(b_, offset, type, "");
    };
    auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
    auto* size =
        b_.CreateZExt(b_.CreateAdd(field(abi_offset(BlockContext, shared_dynamic_offset), i32),
                                   dynamic_shared_bytes()),
                      i64);
    const auto distance = [&](std::size_t base) {
      return b_.CreateSub(b_.CreatePtrToInt(call_.getArgOperand(0), i64),
                          b_.CreatePtrToInt(field(base, b_.getPtrTy()), i64));
    };
    const auto in_cluster = [&]() -> Value* {
      auto* offset = distance(abi_offset(BlockContext, cluster_shared));
      auto* shift = b_.CreateZExt(field(abi_offset(BlockContext, cluster_shift), i32), i64);
      auto* rank = b_.CreateLShr(offset, shift);
      auto* in_block = b_.CreateSub(offset, b_.CreateShl(rank, shift));
      auto* blocks = b_.CreateZExt(field(abi_offset(BlockContext, cluster_size), i32), i64);
      return b_.CreateAnd(b_.CreateICmpULT(rank, blocks), b_.CreateICmpULT(in_block, size));
    };
    if (space == "shared") return is_in(abi::StateSpace::kShared);
    if (space == "local") return is_in(abi::StateSpace::kLocal);
    if (space == "global") return is_in(abi::StateSpace::kGlobal);
    if (space == "shared.cluster") return in_cluster();
    if (space == "const") return b_.getFalse();
    return nullptr;
  }

  Value* is_explicit_cluster() {
    return b_.CreateICmpNE(context::load(b_, abi_offset(BlockContext, explicit_cluster),
                                         b_.getInt32Ty(), "explicit_cluster"),
                           b_.getInt32(0));
  }

  // Barriers: "…(id)", "…(id, threads)" and, for reductions, the predicate last.
  Value* barrier(StringRef name) {
    using abi::BarrierOp;
    Value* id = b_.getInt32(0);
    Value* threads = b_.getInt32(0);
    Value* predicate = b_.getFalse();
    BarrierOp op = BarrierOp::kNone;
    if (name.consume_front("barrier.cluster.")) {
      id = b_.getInt32(abi::kClusterBarrier);
      if (!name.starts_with("wait")) {
        // A thread that waits right behind this arrives there.
        const auto* next = dyn_cast_or_null<CallInst>(call_.getNextNode());
        if (next && next->getCalledFunction() &&
            next->getCalledFunction()->getName().starts_with("llvm.nvvm.barrier.cluster.wait")) {
          return b_.getFalse();
        }
        op = BarrierOp::kArrive;
      }
    } else if (name.consume_front("barrier.cta.")) {
      const bool reduces = name.consume_front("red.");
      const bool arrives = name.starts_with("arrive.");
      if (!reduces && !arrives && !name.starts_with("sync.")) return nullptr;
      if (arrives) op = BarrierOp::kArrive;
      if (reduces) {
        op = name.starts_with("popc")  ? BarrierOp::kCount
             : name.starts_with("and") ? BarrierOp::kAnd
                                       : BarrierOp::kOr;
        predicate = call_.getArgOperand(call_.arg_size() - 1);
      }
      id = call_.getArgOperand(0);
      if (name.ends_with("count")) threads = call_.getArgOperand(1);
    } else if (name.consume_front("barrier0")) {
      if (!name.empty()) {
        op = name == ".popc"  ? BarrierOp::kCount
             : name == ".and" ? BarrierOp::kAnd
                              : BarrierOp::kOr;
        predicate = b_.CreateICmpNE(call_.getArgOperand(0), b_.getInt32(0));
      }
    } else {
      return nullptr;
    }
    auto* result = pseudo::call(
        b_, pseudo::kBarrier, {id, threads, b_.getInt32(static_cast<std::uint32_t>(op)), predicate},
        "barrier");
    if (call_.getType()->isIntegerTy(1)) return b_.CreateICmpNE(result, b_.getInt32(0));
    return result;
  }

  // Whether the pointer points there.
  Value* is_in(abi::StateSpace space) {
    auto* found = pseudo::call(b_, pseudo::kStateSpace, {call_.getArgOperand(0)}, "space");
    return b_.CreateICmpEQ(found, b_.getInt32(static_cast<std::uint32_t>(space)));
  }

  // Where the block's shared memory begins (inline PTX, src/ptx/emitter.h).
  Value* shared_base() {
    auto* base = context::load(b_, abi_offset(BlockContext, shared), b_.getPtrTy(), "shared");
    return b_.CreateAddrSpaceCast(base, call_.getType());
  }

 private:
  Value* dynamic_shared_bytes() {
    return context::load(b_, abi_offset(BlockContext, dynamic_shared_bytes), b_.getInt32Ty(), "");
  }
  Value* warp() {
    const auto threads = block_ ? (*block_)[0] * (*block_)[1] * (*block_)[2] : kMaxThreads;
    auto* index = pseudo::call(b_, pseudo::kWarp, {}, "warp");
    index->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, (threads + kWarp - 1) / kWarp)));
    return index;
  }
  Value* lane() { return pseudo::call(b_, pseudo::kLane, {}, "lane"); }
  Value* cycles() { return b_.CreateIntrinsic(Intrinsic::readcyclecounter, {}); }

  Value* block_dim(unsigned axis) {
    if (block_) return b_.getInt32((*block_)[axis]);
    return context::load(b_, abi_offset_array(BlockContext, block_dim, axis), b_.getInt32Ty(),
                         "block_dim", context::Range{1, 1025});
  }

  Value* block_idx(unsigned axis) {
    // Below 2^31 threads in a dimension, blockIdx * blockDim + threadIdx cannot overflow an int,
    // from which LLVM concludes "nsw" and the shape analysis that indices are affine.
    std::uint64_t end = axis == 0 ? kIntMax : 65535;
    if (block_ && !wide_grid_) end = std::min(end, kIntMax / (*block_)[axis]);
    return context::load(b_, abi_offset_array(BlockContext, block_idx, axis), b_.getInt32Ty(),
                         "block_idx", context::Range{0, end});
  }

  Value* grid_dim(unsigned axis) {
    return context::load(b_, abi_offset_array(BlockContext, grid_dim, axis), b_.getInt32Ty(),
                         "grid_dim", context::Range{1, kIntMax + 1});
  }

  Value* cluster_dim(unsigned axis) {
    return context::load(b_, abi_offset_array(BlockContext, cluster_dim, axis), b_.getInt32Ty(),
                         "cluster_dim", context::Range{1, abi::kMostClusterBlocks + 1});
  }

  Value* thread_idx(unsigned axis) {
    auto* linear_base = b_.CreateShl(warp(), 5, "", true, true);
    if (!block_) {
      auto* linear = b_.CreateAdd(linear_base, lane(), "linear", true, true);
      if (axis == 0) return b_.CreateURem(linear, block_dim(0), "thread_idx.x");
      auto* rest = b_.CreateUDiv(linear, block_dim(0));
      return axis == 1 ? b_.CreateURem(rest, block_dim(1), "thread_idx.y")
                       : b_.CreateUDiv(rest, block_dim(1), "thread_idx.z");
    }
    const auto [x, y, z] = *block_;
    if ((axis == 0 && x == 1) || (axis == 1 && y == 1) || (axis == 2 && z == 1)) {
      return b_.getInt32(0);
    }
    if (y == 1 && z == 1) return b_.CreateAdd(linear_base, lane(), "thread_idx.x", true, true);
    if (x % kWarp == 0) return rows_of_whole_warps(axis);
    if (kWarp % x == 0) return warps_of_whole_rows(axis);
    auto* linear = b_.CreateAdd(linear_base, lane(), "linear", true, true);
    if (axis == 0) return b_.CreateURem(linear, b_.getInt32(x), "thread_idx.x");
    auto* rest = b_.CreateUDiv(linear, b_.getInt32(x));
    if (axis == 1) return z == 1 ? rest : b_.CreateURem(rest, b_.getInt32(y), "thread_idx.y");
    return b_.CreateUDiv(rest, b_.getInt32(y), "thread_idx.z");
  }

  // blockDim.x is a multiple of 32: y and z are uniform.
  Value* rows_of_whole_warps(unsigned axis) {
    const auto [x, y, z] = *block_;
    const auto per_row = x / kWarp;
    if (axis == 0) {
      auto* in_row = per_row == 1 ? b_.getInt32(0) : b_.CreateURem(warp(), b_.getInt32(per_row));
      return b_.CreateAdd(b_.CreateShl(in_row, 5, "", true, true), lane(), "thread_idx.x", true,
                          true);
    }
    auto* row = per_row == 1 ? warp() : b_.CreateUDiv(warp(), b_.getInt32(per_row));
    if (axis == 1) return z == 1 ? row : b_.CreateURem(row, b_.getInt32(y), "thread_idx.y");
    return b_.CreateUDiv(row, b_.getInt32(y), "thread_idx.z");
  }

  // 32 is a multiple of blockDim.x: x is a constant pattern, y and z step within the warp.
  Value* warps_of_whole_rows(unsigned axis) {
    const auto [x, y, z] = *block_;
    if (axis == 0) return b_.CreateAnd(lane(), b_.getInt32(x - 1), "thread_idx.x");
    const auto rows = kWarp / x;
    auto* row = b_.CreateLShr(lane(), b_.getInt32(Log2_32(x)));
    if (z == 1) {
      return b_.CreateAdd(b_.CreateMul(warp(), b_.getInt32(rows), "", true, true), row,
                          "thread_idx.y", true, true);
    }
    if (y % rows == 0) {
      // All rows of a warp lie in one plane.
      auto* first = b_.CreateMul(warp(), b_.getInt32(rows), "", true, true);
      if (axis == 2) return b_.CreateUDiv(first, b_.getInt32(y), "thread_idx.z");
      return b_.CreateAdd(b_.CreateURem(first, b_.getInt32(y)), row, "thread_idx.y", true, true);
    }
    auto* all = b_.CreateAdd(b_.CreateMul(warp(), b_.getInt32(rows), "", true, true), row, "row",
                             true, true);
    return axis == 1 ? b_.CreateURem(all, b_.getInt32(y), "thread_idx.y")
                     : b_.CreateUDiv(all, b_.getInt32(y), "thread_idx.z");
  }

  static constexpr std::uint32_t kMaxThreads = 1024;
  static constexpr std::uint32_t kWarp = abi::kWarpSize;
  CallInst& call_;
  const std::optional<BlockShape>& block_;
  bool wide_grid_;
  IRBuilder<> b_;
};

}  // namespace

// `block` none: dimensions are read from the BlockContext at run time. `heard`: by tools, for which
// alone some calls are there.
static unsigned specialise(Function& function, const std::optional<BlockShape>& block,
                           bool wide_grid, probes::EventMask heard) {
  unsigned replaced = 0;
  SmallVector<CallInst*, 16> calls;
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call && call->getCalledFunction()) calls.push_back(call);
  }
  for (auto* call : calls) {
    auto name = call->getCalledFunction()->getName();
    Specialiser s(*call, block, wide_grid);
    Value* value = nullptr;
    if (name == ptx::kSharedBase) {
      value = s.shared_base();
    } else if (name.consume_front("llvm.nvvm.")) {
      value = name.consume_front("read.ptx.sreg.") ? s.special_register(name)
              : name.consume_front("isspacep.")    ? s.is_in_space(name)
              : name == "is_explicit_cluster"      ? s.is_explicit_cluster()
                                                   : s.barrier(name);
    } else if ((name == "__heddle_async" && !probes::has(heard, probes::Event::kAsync)) ||
               (name == "__heddle_whole_warp" && !probes::has(heard, probes::Event::kWarp))) {
      call->eraseFromParent();
      continue;
    } else if (name == "__heddle_weighed" && !probes::has(heard, probes::Event::kUndefined)) {
      value = call->getArgOperand(0);
    } else if (name.consume_front("__heddle_")) {
      value = s.group_function(name);
    }
    if (!value) continue;
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(value);
    call->eraseFromParent();
    ++replaced;
  }
  return replaced + unify_exits(function);
}

unsigned specialise(Compilation& c) {
  unsigned replaced = 0;
  // Code behind pointers may be called by kernels of any block shape.
  const auto block = c.is_kernel() ? c.request.block : std::nullopt;
  const auto heard = c.request.probes ? c.request.probe_mask : 0;
  for (auto* function : defined(*c.module)) {
    replaced += specialise(*function, block, c.request.wide_grid, heard);
  }
  return replaced;
}

}  // namespace heddle::compiler
