; SPDX-License-Identifier: Apache-2.0
; No copy where what is clamped has no pattern of its own (it was loaded), where lanes would lie apart even
; unclamped, of volatile accesses, and where the bound differs from lane to lane: the copy would gather, or
; access another number of times. Nor where lanes are divided by numbers of their own, by one that is smaller
; than they are apart, and where remainders lie apart. The last kernel here gets one.
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:1
; CHECK-LABEL: define void @loaded(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @apart(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @volatile(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @own_bound(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @own_divisor(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @small_divisor(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @remainders_apart(
; CHECK-NOT: heddle.any
; CHECK-LABEL: define void @control(
; CHECK: heddle.any
define void @loaded() {
  %block = call ptr @heddle.block()
  %last = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %v = load i64, ptr %place
  %at = call i64 @llvm.smin.i64(i64 %v, i64 %last)
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @apart() {
  %block = call ptr @heddle.block()
  %last = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %at = call i64 @llvm.smin.i64(i64 %i, i64 %last)
  %p = getelementptr [5 x i64], ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @volatile() {
  %block = call ptr @heddle.block()
  %last = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %at = call i64 @llvm.smin.i64(i64 %i, i64 %last)
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load volatile i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @own_bound() {
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %last = load i64, ptr %place
  %at = call i64 @llvm.smin.i64(i64 %i, i64 %last)
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @own_divisor() {
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %own = load i64, ptr %place
  %at = urem i64 %i, %own
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @small_divisor() {
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %next = add i64 %i, %n
  %at = urem i64 %next, 7
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @remainders_apart() {
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %far = mul i64 %i, 5
  %at = urem i64 %far, %n
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
define void @control() {
  %block = call ptr @heddle.block()
  %last = load i64, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i64, ptr %block, i64 %i
  %at = call i64 @llvm.smin.i64(i64 %i, i64 %last)
  %p = getelementptr i64, ptr %block, i64 %at
  %r = load i64, ptr %p
  store i64 %r, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i64 @llvm.smin.i64(i64, i64)
!0 = !{}
