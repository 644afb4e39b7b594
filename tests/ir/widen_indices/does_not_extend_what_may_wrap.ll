; SPDX-License-Identifier: Apache-2.0
; An index that may wrap around in 32 bits is extended as the program says: behind the sum, not before
; it. A sum that cannot wrap as a signed number says nothing of unsigned ones, and the other way round.
;
; RUN: --from widen-indices

; CHECK-LABEL: define void @kernel(
; CHECK: [[A:%.*]] = add i32 %first, %lane
; CHECK: sext i32 [[A]] to i64
; CHECK: [[B:%.*]] = add nuw i32 %first, %lane
; CHECK: sext i32 [[B]] to i64
; CHECK: [[C:%.*]] = add nsw i32 %first, %lane
; CHECK: zext i32 [[C]] to i64
; CHECK: [[D:%.*]] = mul i32 %lane, 12
; CHECK: sext i32 [[D]] to i64
; CHECK: [[E:%.*]] = sub nuw i32 %lane, %first
; CHECK: sext i32 [[E]] to i64
; CHECK-NOT: add {{.*}}i64
; CHECK-NOT: mul {{.*}}i64
; CHECK-NOT: sub {{.*}}i64
; CHECK: ret void
; CHECK-LABEL: define void @control(
; CHECK: add nsw i64
define void @kernel() {
  %out = call ptr @heddle.block()
  %first = load i32, ptr %out, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %a = add i32 %first, %lane
  %a64 = sext i32 %a to i64
  %ap = getelementptr i32, ptr %out, i64 %a64
  store i32 1, ptr %ap
  %b = add nuw i32 %first, %lane
  %b64 = sext i32 %b to i64
  %bp = getelementptr i32, ptr %out, i64 %b64
  store i32 1, ptr %bp
  %c = add nsw i32 %first, %lane
  %c64 = zext i32 %c to i64
  %cp = getelementptr i32, ptr %out, i64 %c64
  store i32 1, ptr %cp
  %d = mul i32 %lane, 12
  %d64 = sext i32 %d to i64
  %dp = getelementptr i32, ptr %out, i64 %d64
  store i32 1, ptr %dp
  %e = sub nuw i32 %lane, %first
  %e64 = sext i32 %e to i64
  %ep = getelementptr i32, ptr %out, i64 %e64
  store i32 1, ptr %ep
  ret void
}
define void @control() {
  %out = call ptr @heddle.block()
  %first = load i32, ptr %out, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %a = add nsw i32 %first, %lane
  %a64 = sext i32 %a to i64
  %ap = getelementptr i32, ptr %out, i64 %a64
  store i32 1, ptr %ap
  ret void
}
declare i32 @heddle.lane()
declare ptr @heddle.block()
!0 = !{}
