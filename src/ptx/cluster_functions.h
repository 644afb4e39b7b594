// SPDX-License-Identifier: Apache-2.0
// Pseudo functions that speak of the shared memory of a cluster, which is LLVM's address space 7
// (PTX ISA, "mapa", "getctarank", state space .shared::cluster). They touch no memory.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::ptx {

inline constexpr unsigned kClusterSpace = 7;

// ptr addrspace(7) (ptr, i32 rank)   the place that a pointer has in the block of its own, in the
//                                    shared memory of the block of that rank
inline constexpr llvm::StringLiteral kMapShared = "heddle.map.shared";
// i32 (ptr)                          the rank of the block in whose shared memory it lies
inline constexpr llvm::StringLiteral kSharedRank = "heddle.shared.rank";
// ptr addrspace(7) (i32), i32 (ptr)  32-bit addresses (see abi::kClusterRankShift)
inline constexpr llvm::StringLiteral kFromClusterAddress = "heddle.from.cluster.address";
inline constexpr llvm::StringLiteral kToClusterAddress = "heddle.to.cluster.address";

// A call of one of them. The result is a generic pointer where the function answers a pointer.
llvm::Value* call_cluster_function(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                   llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace heddle::ptx
