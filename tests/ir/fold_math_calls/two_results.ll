; SPDX-License-Identifier: Apache-2.0
; Intrinsics with two results become calls of the device library's functions.
;
; RUN: --from fold-math-calls --stop-after fold-math-calls

; CHECK-LABEL: define { double, double } @sincos_f64(
; CHECK-DAG: [[S:%.*]] = call double @sin(double %x)
; CHECK-DAG: [[C:%.*]] = call double @cos(double %x)
; CHECK: [[H:%.*]] = insertvalue { double, double } poison, double [[S]], 0
; CHECK: insertvalue { double, double } [[H]], double [[C]], 1
define { double, double } @sincos_f64(double %x) {
  %r = call { double, double } @llvm.sincos.f64(double %x)
  ret { double, double } %r
}

; CHECK-LABEL: define { float, float } @sincospi_f32(
; CHECK-DAG: call float @sinpif(float %x)
; CHECK-DAG: call float @cospif(float %x)
define { float, float } @sincospi_f32(float %x) {
  %r = call { float, float } @llvm.sincospi.f32(float %x)
  ret { float, float } %r
}

; CHECK-LABEL: define { float, i32 } @frexp_f32(
; CHECK: [[E:%.*]] = alloca i32
; CHECK: [[F:%.*]] = call float @frexpf(float %x, ptr [[E]])
; CHECK: load i32, ptr [[E]]
define { float, i32 } @frexp_f32(float %x) {
  %r = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  ret { float, i32 } %r
}

; CHECK-LABEL: define { double, double } @modf_f64(
; CHECK: [[W:%.*]] = alloca double
; CHECK: call double @modf(double %x, ptr [[W]])
; CHECK: load double, ptr [[W]]
define { double, double } @modf_f64(double %x) {
  %r = call { double, double } @llvm.modf.f64(double %x)
  ret { double, double } %r
}

; Additions that say whether they overflow stay.
; CHECK-LABEL: define { i32, i1 } @other(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x, i32 1)
define { i32, i1 } @other(i32 %x) {
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x, i32 1)
  ret { i32, i1 } %r
}
