; SPDX-License-Identifier: Apache-2.0
; The loop's end lies in `body`, which lanes pass by on their way to the next round, and asks for
; something uniform. So lanes end in different rounds, and what they counted is no longer uniform.
;
;   for (k = 0;; ++k) if (place[lane + k] != 0) { if (k > 40) break; place[lane + k] = 1; }
;   if (k == 45) place[lane] = k;
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: body:
; CHECK: select i1 {{.*}}, i32 %k, i32 %
; CHECK: end:
; CHECK: %u = icmp eq i32
; CHECK-NOT: br i1 %u, label %yes, label %no{{$}}
; CHECK: call i1 @heddle.any(i1 %u)
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
  %done = icmp ugt i32 %k, 40
  br i1 %done, label %end, label %more
more:
  store i32 1, ptr %place
  br label %round
round:
  %k1 = add i32 %k, 1
  br label %loop
end:
  %out = phi i32 [ %k, %body ]
  %u = icmp eq i32 %out, 45
  br i1 %u, label %yes, label %no
yes:
  %mine = getelementptr i32, ptr %block, i32 %lane
  store i32 %out, ptr %mine
  br label %no
no:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
