; SPDX-License-Identifier: Apache-2.0
; Fused products and sums of vectors of halves: an inexact sum of floats becomes odd, with AVX-512 by
; its rounding modes, with AVX2 by the sign of what the nearest float leaves out.
;
; RUN: --from narrow-floats --isa avx512 | MODES
; RUN: --from narrow-floats --isa avx2 | REST

; MODES-LABEL: @fused(
; MODES: [[DOWN:%.*]] = call <16 x float> @llvm.x86.avx512.vfmadd.ps.512(<16 x float> [[A:%.*]], <16 x float> [[B:%.*]], <16 x float> [[C:%.*]], i32 9)
; MODES: [[UP:%.*]] = call <16 x float> @llvm.x86.avx512.vfmadd.ps.512(<16 x float> [[A]], <16 x float> [[B]], <16 x float> [[C]], i32 10)
; MODES: [[BESIDE:%.*]] = xor <16 x i32>
; MODES: [[CUT:%.*]] = call <16 x float> @llvm.x86.avx512.vfmadd.ps.512(<16 x float> [[A]], <16 x float> [[B]], <16 x float> [[C]], i32 11)
; MODES: and <16 x i32> [[BESIDE]], splat (i32 1)
; MODES: or <16 x i32>
; MODES: fptrunc <16 x float> {{.*}} to <16 x half>

; REST-LABEL: @fused(
; REST: [[SUM:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[A:%.*]], <8 x float> [[B:%.*]], <8 x float> [[C:%.*]])
; REST: [[MINUS:%.*]] = fneg <8 x float> [[SUM]]
; REST: [[P:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[A]], <8 x float> [[B]], <8 x float> [[MINUS]])
; REST: [[PC:%.*]] = fadd <8 x float> [[P]], [[C]]
; REST: [[Q:%.*]] = fsub <8 x float> [[C]], [[SUM]]
; REST: [[QP:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[A]], <8 x float> [[B]], <8 x float> [[Q]])
; REST: [[R:%.*]] = fadd <8 x float> [[PC]], [[QP]]
; REST: call <8 x float> @llvm.fma.v8f32(<8 x float> [[R]], <8 x float> [[SUM]], <8 x float> zeroinitializer)
; REST: call <8 x i32> @llvm.x86.avx2.psign.d(
; REST: add <8 x i32>
; Two parts of eight.
; REST: call <8 x i32> @llvm.x86.avx2.psign.d(
; REST-NOT: @llvm.x86.avx2.psign.d(
; REST: fptrunc <16 x float> {{.*}} to <16 x half>
define <16 x half> @fused(<16 x half> %a, <16 x half> %b, <16 x half> %c) {
  %f = call <16 x half> @llvm.fma.v16f16(<16 x half> %a, <16 x half> %b, <16 x half> %c)
  ret <16 x half> %f
}

; Vectors that are no whole number of registers are as scalars.
; MODES-LABEL: @three(
; MODES-NOT: vfmadd
; MODES: ashr <3 x i32>
; MODES: ret <3 x half>
; REST-LABEL: @three(
; REST-NOT: psign
; REST: ashr <3 x i32>
; REST: ret <3 x half>
define <3 x half> @three(<3 x half> %a, <3 x half> %b, <3 x half> %c) {
  %f = call <3 x half> @llvm.fma.v3f16(<3 x half> %a, <3 x half> %b, <3 x half> %c)
  ret <3 x half> %f
}
declare <16 x half> @llvm.fma.v16f16(<16 x half>, <16 x half>, <16 x half>)
declare <3 x half> @llvm.fma.v3f16(<3 x half>, <3 x half>, <3 x half>)
