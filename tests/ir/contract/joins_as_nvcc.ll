; SPDX-License-Identifier: Apache-2.0
; A product is joined with the sums of its block if nobody else reads it; of two products the left one.
;
; RUN: --from contract --stop-after contract --isa avx512

; CHECK-LABEL: @left_of_two(
; CHECK: [[Q:%.*]] = fmul float %c, %d
; CHECK: [[M:%.*]] = fneg float [[Q]]
; CHECK: call float @llvm.fma.f32(float %a, float %b, float [[M]])
define float @left_of_two(float %a, float %b, float %c, float %d) {
  %p = fmul contract float %a, %b
  %q = fmul contract float %c, %d
  %s = fsub contract float %p, %q
  ret float %s
}

; CHECK-LABEL: @also_read(
; CHECK-NOT: fma
; CHECK: ret
define float @also_read(float %a, float %b, float %c, ptr %o) {
  %p = fmul contract float %a, %b
  store float %p, ptr %o
  %s = fadd contract float %p, %c
  ret float %s
}

; CHECK-LABEL: @in_another_block(
; CHECK-NOT: fma
; CHECK: ret
define float @in_another_block(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  br label %next
next:
  %s = fadd contract float %p, %c
  ret float %s
}

; An addition is joined across a remainder, a subtraction is not.
; CHECK-LABEL: @remainder_between(
; CHECK: call float @llvm.fma.f32(float %a, float %b, float [[X:%.*]])
; CHECK: [[D:%.*]] = fsub float [[Q:%.*]], [[X]]
define float @remainder_between(float %a, float %b, ptr %x, i32 %i, i32 %n, ptr %o) {
  %p = fmul contract float %a, %b
  %q = fmul contract float %b, %b
  %r = srem i32 %i, %n
  %at = getelementptr float, ptr %x, i32 %r
  %v = load float, ptr %at
  %s = fadd contract float %p, %v
  %d = fsub contract float %q, %v
  store float %d, ptr %o
  ret float %s
}

; Without the flag nothing is joined, and what was not joined loses it.
; CHECK-LABEL: @not_allowed(
; CHECK: fmul float
; CHECK: fadd float
; CHECK: fadd float
define float @not_allowed(float %a, float %b, float %c, float %d) {
  %p = fmul float %a, %b
  %s = fadd contract float %p, %c
  %t = fadd contract float %s, %d
  ret float %t
}

; What is kept apart (__fmul_rn, __fadd_rn) is another product and another sum.
; CHECK-LABEL: @apart(
; CHECK: [[P:%.*]] = fmul float %a, %b
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK: fadd float [[P]], %c
define float @apart(float %a, float %b, float %c, ptr %o) {
  %r = call contract float @llvm.nvvm.mul.rn.f(float %a, float %b)
  %p = fmul contract float %a, %b
  %s = fadd contract float %p, %c
  store float %s, ptr %o
  %t = call contract float @llvm.nvvm.add.rn.f(float %r, float %c)
  ret float %t
}

; A product that such a sum reads is computed anyway.
; CHECK-LABEL: @sum_apart(
; CHECK: [[P:%.*]] = fmul double %a, %b
; CHECK: fadd double [[P]], %c
; CHECK: fadd double [[P]], %a
define double @sum_apart(double %a, double %b, double %c, ptr %o) {
  %p = fmul contract double %a, %b
  %s = fadd contract double %p, %c
  store double %s, ptr %o
  %t = call contract double @llvm.nvvm.add.rn.d(double %p, double %a)
  ret double %t
}
declare float @llvm.nvvm.mul.rn.f(float, float)
declare float @llvm.nvvm.add.rn.f(float, float)
declare double @llvm.nvvm.add.rn.d(double, double)
