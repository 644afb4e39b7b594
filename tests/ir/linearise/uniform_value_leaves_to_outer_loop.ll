; SPDX-License-Identifier: Apache-2.0
; What all lanes of a round read at one place differs by the round in which a lane leaves the inner loop for
; the outer one, although the branch by which it does meets the others again inside the inner loop.
;
;   for (;;) { for (;;) { t = *(volatile *)block; if (place[lane] == t) break; if (t > 40) return; } place[lane + 64] += t; }
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: inner:
; CHECK: [[KEPT:%.*]] = phi i32
; CHECK: %t = load volatile i32, ptr %block
; CHECK: select i1 {{%.*}}, i32 %t, i32 [[KEPT]]
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %place
  %sum = getelementptr i32, ptr %place, i32 64
  br label %outer
outer:
  br label %inner
inner:
  %t = load volatile i32, ptr %block
  %leaves = icmp eq i32 %v, %t
  br i1 %leaves, label %up, label %more
more:
  %done = icmp ugt i32 %t, 40
  br i1 %done, label %end, label %inner
up:
  %left = phi i32 [ %t, %inner ]
  %before = load i32, ptr %sum
  %after = add i32 %before, %left
  store i32 %after, ptr %sum
  br label %outer
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
