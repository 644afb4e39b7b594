; SPDX-License-Identifier: Apache-2.0
; Where all lanes have one quotient, i / n is uniform and i % n goes on with the lanes: loads at them are
; contiguous in a copy, of which one division of a uniform number is left. The mask of the third index
; is asked for itself; what is extended of the last is a remainder and not negative.
;
;   out[i] = x[(i + 1) % n] + x[i / n] + x[(i + 2) & m] + x[(unsigned)((j + 1) % k)]
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:1
; CHECK: [[STEPS:%.*]] = call i64 @heddle.steps.i64(i64 %next)
; CHECK: [[FIRST:%.*]] = sub i64 %next, [[STEPS]]
; CHECK: [[REST:%.*]] = srem i64 [[FIRST]], %n
; CHECK: [[PLACE:%.*]] = add i64 [[REST]], [[STEPS]]
; CHECK: getelementptr i32, ptr %block, i64 [[PLACE]]
; CHECK: [[END:%.*]] = icmp ugt i64 {{%.*}}, 9223372036837998591
; CHECK: icmp uge i64 {{%.*}}, %n
; CHECK: [[NEGATIVE:%.*]] = icmp sle i64 %n, 0
; CHECK: or i1 [[END]], [[NEGATIVE]]
; CHECK: sdiv i64 {{%.*}}, %n
; CHECK: icmp ne i64
; CHECK: urem i32 {{%.*}}, %k
; CHECK: icmp uge i32 {{%.*}}, %k
; CHECK: [[ANY:%.*]] = call i1 @heddle.any
; CHECK: [[SOME:%.*]] = or i1 [[ANY]],
; CHECK: [[NONE:%.*]] = xor i1 [[SOME]], true
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[NONE]], i1 true)
; CHECK: br i1 [[ASK]], label %{{.*}}.unclamped, label %{{.*}}.clamped
; CHECK: .unclamped:
; CHECK-NOT: {{div|rem}}
; CHECK: .clamped:
; CHECK: srem i64 %next, %n, !heddle.several.quotients
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block, !invariant.load !0
  %m.at = getelementptr i64, ptr %block, i64 1
  %m = load i64, ptr %m.at, !invariant.load !0
  %k.at = getelementptr i64, ptr %block, i64 2
  %k = load i32, ptr %k.at, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %begin = shl i32 %warp, 5
  %j = add i32 %begin, %lane
  %i = sext i32 %j to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %next = add nsw i64 %i, 1
  %column = srem i64 %next, %n
  %a.at = getelementptr i32, ptr %block, i64 %column
  %a = load i32, ptr %a.at
  %row = sdiv i64 %i, %n
  %b.at = getelementptr i32, ptr %block, i64 %row
  %b = load i32, ptr %b.at
  %second = add nsw i64 %i, 2
  %masked = and i64 %second, %m
  %c.at = getelementptr i32, ptr %block, i64 %masked
  %c = load i32, ptr %c.at
  %j.next = add i32 %j, 1
  %j.column = urem i32 %j.next, %k
  %j.wide = zext i32 %j.column to i64
  %d.at = getelementptr i32, ptr %block, i64 %j.wide
  %d = load i32, ptr %d.at
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %abcd = add i32 %abc, %d
  store i32 %abcd, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
!0 = !{}
