; SPDX-License-Identifier: Apache-2.0
; A default that no number is left for is taken out, also where it begins a loop and leads into another.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define void @kernel()
; CHECK-NOT: switch
; CHECK-NOT: never
; CHECK-NOT: unreachable
; CHECK: loop:
; CHECK: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %some = icmp eq i32 %lane, 3
  br i1 %some, label %choice, label %loop
choice:
  %odd = load i1, ptr %block
  switch i1 %odd, label %never [
    i1 false, label %end
    i1 true, label %loop
  ]
never:
  %value = phi i32 [ 5, %choice ], [ %value.next, %never ]
  %value.next = add i32 %value, 3
  %at.value = getelementptr i32, ptr %block, i32 %value
  store i32 %lane, ptr %at.value
  %more = icmp ult i32 %value, 90
  br i1 %more, label %never, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ 7, %choice ], [ 9, %never ], [ %next, %loop ]
  %next = add i32 %i, 1
  %at = getelementptr i32, ptr %block, i32 %i
  store i32 %lane, ptr %at
  %again = icmp slt i32 %next, 30
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
