; SPDX-License-Identifier: Apache-2.0
; The second block's index chooses between the lane's number and a quotient that the first block's copies
; hand over in a phi. What is computed again for lanes with a clamp goes back to the phi, not behind it.
;
;   q = i / n; a = x[(i + 1) % n]; q2 = q + x[0]; if (...) out[i] = x[min(all ? q2 : i, last)] + a
;
; RUN: --from linearise --stop-after version-clamps --changes

; CHECK: ; changed: {{.*}}version-clamps:2
; CHECK: [[PHI:%.*]] = phi i64 [ {{%.*}}, %{{.*}}.clamped ], [ {{%.*}}, %{{.*}}.unclamped ]
; CHECK: more.clamped:
; CHECK-NOT: phi
; CHECK: add {{.*}}i64 [[PHI]],
; CHECK: more.on:
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block, !invariant.load !0
  %m.at = getelementptr i64, ptr %block, i64 1
  %last = load i64, ptr %m.at, !invariant.load !0
  %k.at = getelementptr i64, ptr %block, i64 2
  %all.n = load i64, ptr %k.at, !invariant.load !0
  %all = icmp eq i64 %all.n, 7
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
  %q = sdiv i64 %i, %n
  %q2 = add i64 %q, %all.n
  %b.at = getelementptr i32, ptr %block, i64 %q2
  %b = load i32, ptr %b.at
  %some = icmp sgt i32 %a, 5
  br i1 %some, label %more, label %end
more:
  %q3 = add i64 %q2, 3
  %chosen = select i1 %all, i64 %q3, i64 %i
  %least = call i64 @llvm.smin.i64(i64 %chosen, i64 %last)
  %c.at = getelementptr i32, ptr %block, i64 %least
  %c = load i32, ptr %c.at
  %sum = add i32 %c, %b
  store i32 %sum, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
declare i64 @llvm.smin.i64(i64, i64)
!0 = !{}
