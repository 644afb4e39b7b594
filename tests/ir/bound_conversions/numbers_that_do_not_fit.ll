; SPDX-License-Identifier: Apache-2.0
; Conversions give what a GPU's give: narrow ones the low bits of 32, doubles and 64 bits the sign
; bit for NaN. A saturating conversion of a float to 32 bits is right as it is.
;
; RUN: --from bound-conversions

; CHECK-LABEL: define i32 @plain(
; CHECK: [[C:%.*]] = call i32 @llvm.fptosi.sat.i32.f32(float %x)
; CHECK: ret i32 [[C]]
define i32 @plain(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}

; CHECK-LABEL: define i8 @narrow(
; CHECK: [[C:%.*]] = call i32 @llvm.fptoui.sat.i32.f32(float %x), !heddle.narrow [[WIDTH:![0-9]+]]
; CHECK: [[T:%.*]] = trunc i32 [[C]] to i8
; CHECK: ret i8 [[T]]
define i8 @narrow(float %x) {
  %r = call i8 @llvm.fptoui.sat.i8.f32(float %x)
  ret i8 %r
}

; CHECK-LABEL: define i32 @twice(
; CHECK: [[C:%.*]] = call i32 @llvm.fptoui.sat.i32.f64(double %x)
; CHECK: [[N:%.*]] = fcmp uno double %x, %x
; CHECK: [[R:%.*]] = select i1 [[N]], i32 -2147483648, i32 [[C]]
; CHECK: ret i32 [[R]]
define i32 @twice(double %x) {
  %r = call i32 @llvm.fptoui.sat.i32.f64(double %x)
  ret i32 %r
}

; CHECK-LABEL: define i64 @long(
; CHECK: call i64 @llvm.fptosi.sat.i64.f32(float %x)
; CHECK: fcmp uno
; CHECK: select i1 {{.*}}, i64 -9223372036854775808
define i64 @long(float %x) {
  %r = fptosi float %x to i64
  ret i64 %r
}

; CHECK-LABEL: define i32 @right(
; CHECK-NEXT: [[C:%.*]] = call i32 @llvm.fptosi.sat.i32.f32(float %x)
; CHECK-NEXT: ret i32 [[C]]
define i32 @right(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}

; What has been bounded stays as it is.
; CHECK-LABEL: define i32 @done(
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(double %x)
; CHECK-COUNT-1: select
; CHECK-NOT: select
; CHECK: ret
define i32 @done(double %x) {
  %c = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  %n = fcmp uno double %x, 0.0
  %r = select i1 %n, i32 -2147483648, i32 %c
  ret i32 %r
}
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptosi.sat.i32.f64(double)
; CHECK: [[WIDTH]] = !{i32 8}
