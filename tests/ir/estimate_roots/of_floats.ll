; SPDX-License-Identifier: Apache-2.0
; The device library's reciprocal square root, marked arcp, is the CPU's estimate and one step, for
; warps and for one thread. A program's own 1 / sqrt(x) is not.
;
; RUN: --from estimate-roots --isa avx512

; CHECK-LABEL: @warp(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK: [[REST:%.*]] = call <32 x float> @llvm.fma.v32f32(
; CHECK: [[BETTER:%.*]] = call <32 x float> @llvm.fma.v32f32(
; CHECK: [[EXACT:%.*]] = fcmp uno <32 x float> [[REST]], [[REST]]
; CHECK: select <32 x i1> [[EXACT]], <32 x float> {{%.*}}, <32 x float> [[BETTER]]
; CHECK-NOT: fdiv
; CHECK: ret <32 x float>
define <32 x float> @warp(<32 x float> %x) {
  %s = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %y = fdiv arcp <32 x float> splat (float 1.0), %s
  ret <32 x float> %y
}
; Lanes that the block does not have.
; CHECK-LABEL: @partial_warp(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-NOT: fdiv
; CHECK: ret <32 x float>
define <32 x float> @partial_warp(<32 x float> %x) {
  %s = call arcp <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %y = fdiv arcp <32 x float> <float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float poison>, %s
  ret <32 x float> %y
}
; CHECK-LABEL: @thread(
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
; CHECK-NOT: fdiv
; CHECK: ret float
define float @thread(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %y = fdiv arcp float 1.0, %s
  ret float %y
}
; CHECK-LABEL: @exact(
; CHECK: fdiv <32 x float> splat (float 1.000000e+00),
define <32 x float> @exact(<32 x float> %x) {
  %s = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %y = fdiv <32 x float> splat (float 1.0), %s
  ret <32 x float> %y
}
