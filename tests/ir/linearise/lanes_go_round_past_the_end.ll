; SPDX-License-Identifier: Apache-2.0
; The loop's only end lies in `body`, which lanes pass by on their way to the next round. So `body`
; post-dominates `loop`; but only lanes that come there in this round run it.
;
;   for (k = 0;; ++k) { if (place[lane + k] == 0) continue; place[lane + k] = 1; if (lane + k > 40) return; }
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: loop:
; CHECK: call void @heddle.mask(i1 [[LANES:%.*]])
; CHECK: %passes = icmp eq i32 %v, 0
; CHECK: [[STAY:%.*]] = xor i1 %passes, true
; CHECK: [[HERE:%.*]] = select i1 [[LANES]], i1 [[STAY]], i1 false
; CHECK: body:
; CHECK-NOT: call void @heddle.mask(i1 [[LANES]])
; CHECK: call void @heddle.mask(i1 [[HERE]])
; CHECK: store i32 1, ptr %place
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %round ]
  %at = add i32 %lane, %k
  %place = getelementptr i32, ptr %block, i32 %at
  %v = load i32, ptr %place
  %passes = icmp eq i32 %v, 0
  br i1 %passes, label %round, label %body
body:
  store i32 1, ptr %place
  %done = icmp ugt i32 %at, 40
  br i1 %done, label %end, label %round
round:
  %k1 = add i32 %k, 1
  br label %loop
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
