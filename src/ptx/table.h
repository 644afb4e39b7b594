// SPDX-License-Identifier: Apache-2.0
// The instructions of inline PTX: one row each. docs/language.md lists the same rows
// (tests/ptx/table_is_documented holds that).
#pragma once

#include "image/kernel_abi.h"
#include "image/tensor_map.h"
#include "probes/site.h"
#include "ptx/emitter.h"

namespace heddle::ptx {

struct Row {
  llvm::StringLiteral opcode;
  // Emits the instruction's IR; null: not yet supported, and the error says so by name.
  void (*emit)(Emitter&);
  // The forms that are taken, as the document says them; of a function of the device library, the
  // pattern that names it (emit_functions.cpp).
  llvm::StringLiteral forms;
  // Only for emit_function: result(arguments).
  llvm::StringLiteral signature = "";
  // Whether emit ends the block that it begins in.
  bool makes_blocks = false;
};

llvm::ArrayRef<Row> table();
// Null when there is none.
const Row* find_row(llvm::StringRef opcode);

// --- emitters, by kind
void emit_mov(Emitter& e);  // emit_moves.cpp
void emit_cvta(Emitter& e);
void emit_isspacep(Emitter& e);
void emit_arithmetic(Emitter& e);  // emit_integers.cpp
void emit_multiply(Emitter& e);
void emit_logic(Emitter& e);
void emit_bit_count(Emitter& e);
void emit_video(Emitter& e);     // emit_video.cpp
void emit_function(Emitter& e);  // emit_functions.cpp
void emit_setp(Emitter& e);      // emit_compare.cpp
void emit_set(Emitter& e);
void emit_selp(Emitter& e);
void emit_slct(Emitter& e);
void emit_float_operation(Emitter& e, Type type);  // emit_floats.cpp
void emit_fused(Emitter& e, Type type);
void emit_fma(Emitter& e);
void emit_approximation(Emitter& e);
void emit_testp(Emitter& e);
void emit_copysign(Emitter& e);
void emit_cvt(Emitter& e);  // emit_conversions.cpp
void emit_ld(Emitter& e);   // emit_memory.cpp
void emit_st(Emitter& e);
void emit_hint(Emitter& e);
void emit_createpolicy(Emitter& e);
void emit_atom(Emitter& e);      // emit_atomics.cpp
void emit_cp_async(Emitter& e);  // emit_async.cpp
void emit_bulk(Emitter& e);      // emit_bulk.cpp
void emit_bulk_reduce(Emitter& e);
void emit_tensor(Emitter& e);  // emit_tensor.cpp
void emit_tensor_reduce(Emitter& e, image::BulkOp op);
void emit_tensor_prefetch(Emitter& e);
void emit_tensormap(Emitter& e);  // emit_tensormap.cpp
void emit_mapa(Emitter& e);       // emit_cluster.cpp
void emit_getctarank(Emitter& e);
void emit_mbarrier(Emitter& e);  // emit_mbarrier.cpp
void emit_barrier(Emitter& e);   // emit_barriers.cpp
void emit_fence(Emitter& e);
void emit_nanosleep(Emitter& e);
void emit_shfl(Emitter& e);  // emit_warp.cpp
void emit_vote(Emitter& e);
void emit_match(Emitter& e);
void emit_activemask(Emitter& e);
void emit_elect(Emitter& e);
void emit_mma(Emitter& e);       // emit_mma.cpp
void emit_wmma(Emitter& e);      // emit_wmma.cpp
void emit_wgmma(Emitter& e);     // emit_wgmma.cpp
void emit_ldmatrix(Emitter& e);  // emit_matrix_moves.cpp
void emit_stmatrix(Emitter& e);
void emit_movmatrix(Emitter& e);
void emit_tex(Emitter& e);  // emit_texture.cpp
void emit_tld4(Emitter& e);
void emit_object_query(Emitter& e);
void emit_suld(Emitter& e);  // emit_surface.cpp
void emit_sust(Emitter& e);
void emit_sured(Emitter& e);
void emit_bra(Emitter& e);  // emit_control.cpp
void emit_exit(Emitter& e);
void emit_trap(Emitter& e);
void emit_griddepcontrol(Emitter& e);
void emit_nothing(Emitter& e);

// Denormals of a float become zeros of their sign (.ftz); the value within [0, 1], NaN 0 (.sat).
llvm::Value* flush(Emitter& e, llvm::Value* value);
llvm::Value* saturate(Emitter& e, llvm::Value* value);

// Shared by emit_memory, emit_atomics, emit_async: "[a+4]" in the state space that the modifiers
// name, and the scope.
llvm::Value* take_address(Emitter& e, unsigned k, llvm::StringRef space);
llvm::StringRef take_space(Emitter& e);
// The generic pointer that an address of .shared::cluster, of 32 or 64 bits, stands for.
llvm::Value* from_cluster_address(Emitter& e, llvm::Value* address);
void take_cache_hints(Emitter& e);
// The registers of an operand: {a, b, ...}, or one.
llvm::ArrayRef<Operand> registers_of(Emitter& e, unsigned k);
// A call of the pseudo function of a form of matrix instructions (compiler/ir/matrix_ops.h).
llvm::CallInst* matrix_call(Emitter& e, llvm::StringRef form, unsigned results,
                            llvm::ArrayRef<llvm::Value*> words);
llvm::Value* take_generic_address(Emitter& e, unsigned k, llvm::StringRef space);
// What is made of the same thing for each block of the cluster that the mask of 16 bits in operand
// k names (".multicast::cluster"): `use(rank)`.
void for_each_block(Emitter& e, unsigned k, llvm::function_ref<void(llvm::Value*)> use);
// The place of a generic shared address in the block of that rank.
llvm::Value* map_shared(Emitter& e, llvm::Value* address, llvm::Value* rank);
// Tells tools of an asynchronous operation; generic pointers, null: none.
void tell_async(Emitter& e, probes::AsyncOp op, llvm::Value* to = nullptr,
                llvm::Value* from = nullptr, llvm::Value* n = nullptr);
// An operation of the engine on the mbarrier at the generic address `at`: what it was before.
llvm::Value* mbarrier(Emitter& e, abi::MbarrierOp op, llvm::Value* at, llvm::Value* count,
                      llvm::Value* bytes);

}  // namespace heddle::ptx
