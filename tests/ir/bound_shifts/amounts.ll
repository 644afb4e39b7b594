; SPDX-License-Identifier: Apache-2.0
; Shifts by amounts that may be too large are bounded; others stay as they are.
;
; RUN: --from bound-shifts

; CHECK-LABEL: define i32 @left(
; CHECK: [[S:%.*]] = shl nuw i32 %x, %n
; CHECK: [[R:%.*]] = icmp ult i32 %n, 32
; CHECK: [[B:%.*]] = select i1 [[R]], i32 [[S]], i32 0
; CHECK: ret i32 [[B]]
define i32 @left(i32 %x, i32 %n) {
  %r = shl nuw i32 %x, %n
  ret i32 %r
}

; CHECK-LABEL: define i64 @right(
; CHECK: [[S:%.*]] = lshr i64 %x, %n
; CHECK: [[R:%.*]] = icmp ult i64 %n, 64
; CHECK: [[B:%.*]] = select i1 [[R]], i64 [[S]], i64 0
; CHECK: ret i64 [[B]]
define i64 @right(i64 %x, i64 %n) {
  %r = lshr i64 %x, %n
  ret i64 %r
}

; CHECK-LABEL: define i32 @sign(
; CHECK: [[M:%.*]] = call i32 @llvm.umin.i32(i32 %n, i32 31)
; CHECK: ashr i32 %x, [[M]]
; CHECK-NOT: exact
; CHECK: ret
define i32 @sign(i32 %x, i32 %n) {
  %r = ashr exact i32 %x, %n
  ret i32 %r
}

; CHECK-LABEL: define i32 @known(
; CHECK-NOT: select
; CHECK-NOT: umin
; CHECK: ret
define i32 @known(i32 %x, i32 %n) {
  %low = and i32 %n, 31
  %a = shl i32 %x, %low
  %b = ashr i32 %a, 31
  ret i32 %b
}
