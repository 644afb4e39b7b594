; SPDX-License-Identifier: Apache-2.0
; What is uniform before a divergent loop is so behind it, though lanes leave in different rounds
; and by two ways: a branch on it stays a branch.
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: found:
; CHECK: br i1 {{.*}}, label %yes, label %no{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %limit = load i32, ptr %place
  %common = load i32, ptr %block
  %u = icmp eq i32 %common, 7
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k3, %next ]
  %k3 = add i32 %k, 3
  %more = icmp ult i32 %k3, %limit
  br i1 %more, label %check, label %end
check:
  %hit = icmp eq i32 %k, %limit
  br i1 %hit, label %found, label %next
next:
  %again = icmp ult i32 %k3, 90
  br i1 %again, label %loop, label %end
found:
  %u.lcssa = phi i1 [ %u, %check ]
  br i1 %u.lcssa, label %yes, label %no
yes:
  store i32 1, ptr %place
  br label %end
no:
  store i32 2, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
