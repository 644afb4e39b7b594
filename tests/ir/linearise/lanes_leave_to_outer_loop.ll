; SPDX-License-Identifier: Apache-2.0
; The only end of both loops lies in the inner one, behind a branch by which lanes leave it for the
; outer one. So `more` post-dominates `inner`; but only lanes that stay in this round run it.
;
;   for (n = 0;; n = k + 2) for (k = n;;) { if (place[lane + k] == 0) break; place[lane + k] = 1; if (++k > 40) return; }
;
; RUN: --from walk-few-lanes --stop-after linearise

; CHECK: inner:
; CHECK: call void @heddle.mask(i1 [[LANES:%.*]])
; CHECK: %leaves = icmp eq i32 %v, 0
; CHECK: [[STAY:%.*]] = xor i1 %leaves, true
; CHECK: [[HERE:%.*]] = select i1 [[LANES]], i1 [[STAY]], i1 false
; CHECK: more:
; CHECK-NOT: call void @heddle.mask(i1 [[LANES]])
; CHECK: call void @heddle.mask(i1 [[HERE]])
; CHECK: store i32 1, ptr %place
; CHECK: up:
; CHECK-NOT: add i32 %k,
; CHECK: br label %outer{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %outer
outer:
  %n = phi i32 [ 0, %entry ], [ %next, %up ]
  br label %inner
inner:
  %k = phi i32 [ %n, %outer ], [ %k1, %more ]
  %at = add i32 %lane, %k
  %place = getelementptr i32, ptr %block, i32 %at
  %v = load i32, ptr %place
  %leaves = icmp eq i32 %v, 0
  br i1 %leaves, label %up, label %more
more:
  store i32 1, ptr %place
  %k1 = add i32 %k, 1
  %done = icmp ugt i32 %k1, 40
  br i1 %done, label %end, label %inner
up:
  %left = phi i32 [ %k, %inner ]
  %next = add i32 %left, 2
  br label %outer
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
