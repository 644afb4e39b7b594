; SPDX-License-Identifier: Apache-2.0
; Mathematical functions of varying values are calls of SLEEF on vectors as wide as the CPU's, of
; uniform values one call.
;
;   out[lane] = asinf(in[lane]) + asinf(x)
;
; RUN: --from defer-additions --stop-after widen
; RUN: --from defer-additions --stop-after widen --isa avx2 | AVX2

; CHECK: call <16 x float> @Sleef_finz_asinf16_u10avx512f(
; CHECK: call <16 x float> @Sleef_finz_asinf16_u10avx512f(
; CHECK: call float @Sleef_finz_asinf1_u10purecfma(float
; CHECK-NOT: asinf
; CHECK: ret void

; AVX2-COUNT-4: call <8 x float> @Sleef_finz_asinf8_u10avx2(
; AVX2: call float @Sleef_finz_asinf1_u10purecfma(float
; AVX2: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr float, ptr %block, i32 %lane
  %v = load float, ptr %at
  %s = call float @asinf(float %v)
  %x = load float, ptr %block
  %t = call float @asinf(float %x)
  %sum = fadd float %s, %t
  store float %sum, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare float @asinf(float) memory(none)
