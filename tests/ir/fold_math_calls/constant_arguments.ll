; SPDX-License-Identifier: Apache-2.0
; Powers and remainders with constants become a few instructions; others stay calls.
;
; RUN: --from fold-math-calls

; CHECK-LABEL: define double @square(
; CHECK-NOT: call
; CHECK: fmul double %x, %x
define double @square(double %x) {
  %r = call double @pow(double %x, double 2.0)
  ret double %r
}

; CHECK-LABEL: define float @root(
; CHECK: [[S:%.*]] = call float @llvm.sqrt.f32(float %x)
; CHECK: [[P:%.*]] = call float @llvm.fabs.f32(float [[S]])
; CHECK: [[L:%.*]] = fcmp oeq float %x, 0xFFF0000000000000
; CHECK: select i1 [[L]], float 0x7FF0000000000000, float [[P]]
define float @root(float %x) {
  %r = call float @powf(float %x, float 0.5)
  ret float %r
}

; CHECK-LABEL: define double @reciprocal(
; CHECK: fdiv double 1.000000e+00, %x
define double @reciprocal(double %x) {
  %r = call double @llvm.pow.f64(double %x, double -1.0)
  ret double %r
}

; CHECK-LABEL: define double @cube(
; CHECK: call double @pow(double %x, double 3.000000e+00)
define double @cube(double %x) {
  %r = call double @pow(double %x, double 3.0)
  ret double %r
}

; CHECK-LABEL: define float @power_of_two(
; CHECK: call float @exp2f(float %y)
define float @power_of_two(float %y) {
  %r = call float @powf(float 2.0, float %y)
  ret float %r
}

; CHECK-LABEL: define double @whole_power_of_two(
; CHECK: [[N:%.*]] = sext i16 %n to i32
; CHECK: call double @ldexp(double 1.000000e+00, i32 [[N]])
define double @whole_power_of_two(i16 %n) {
  %y = sitofp i16 %n to double
  %r = call double @exp2(double %y)
  ret double %r
}

; CHECK-LABEL: define double @remainder_of_four(
; CHECK: [[Q:%.*]] = fmul double %x, 2.500000e-01
; CHECK: [[T:%.*]] = call double @llvm.trunc.f64(double [[Q]])
; CHECK: [[M:%.*]] = fmul double [[T]], 4.000000e+00
; CHECK: [[R:%.*]] = fsub double %x, [[M]]
; CHECK: call double @llvm.copysign.f64(double [[R]], double %x)
define double @remainder_of_four(double %x) {
  %r = call double @fmod(double %x, double 4.0)
  ret double %r
}

; x * 2 may overflow, and 1 / 3 is no number: these stay.
; CHECK-LABEL: define double @other_remainders(
; CHECK: call double @fmod(double %x, double 5.000000e-01)
; CHECK: call double @fmod(double {{.*}}, double 3.000000e+00)
define double @other_remainders(double %x) {
  %a = call double @fmod(double %x, double 0.5)
  %b = call double @fmod(double %a, double 3.0)
  ret double %b
}

declare double @pow(double, double)
declare float @powf(float, float)
declare double @exp2(double)
declare double @fmod(double, double)
declare double @llvm.pow.f64(double, double)
