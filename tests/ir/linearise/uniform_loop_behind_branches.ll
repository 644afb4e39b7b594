; SPDX-License-Identifier: Apache-2.0
; Lanes that took different ways to a loop meet before it: its counter is uniform, and its branch stays.
;
;   if (lane < n && lane != 5) place[lane] = 1;
;   for (k = 0; k < n; ++k) place[lane] += k;
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: loop:
; CHECK: %k = phi i32 [ 0, {{.*}} ], [ %k1, %loop ]
; CHECK-NOT: heddle.any
; CHECK: %more = icmp ult i32 %k1, %n
; CHECK-NEXT: br i1 %more, label %loop, label %end{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %n = load i32, ptr %block
  %place = getelementptr i32, ptr %block, i32 %lane
  %some = icmp ult i32 %lane, %n
  br i1 %some, label %then, label %before
then:
  %other = icmp ne i32 %lane, 5
  br i1 %other, label %set, label %before
set:
  store i32 1, ptr %place
  br label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k1, %loop ]
  %old = load i32, ptr %place
  %new = add i32 %old, %k
  store i32 %new, ptr %place
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
