; SPDX-License-Identifier: Apache-2.0
; Where no fast path is marked, a value stays in front of the loop, although one side of a branch in it
; alone looks at it; and so does one that a fast path looks at. That of the last function moves.
;
; RUN: --from sink-to-slow-paths --stop-after sink-to-slow-paths --changes

; CHECK: ; changed: sink-to-slow-paths:1
; CHECK-LABEL: define void @equal(
; CHECK-NEXT: entry:
; CHECK-NEXT: %mask = icmp
; CHECK-LABEL: define void @fast(
; CHECK-NEXT: entry:
; CHECK-NEXT: %mask = icmp
; CHECK-LABEL: define void @control(
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %loop{{$}}
define void @equal(ptr %out, i32 %n, <4 x i32> %lanes, <4 x i32> %bound) {
entry:
  %mask = icmp sgt <4 x i32> %lanes, %bound
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = load volatile i1, ptr %out
  br i1 %c, label %latch, label %other
other:
  store <4 x i1> %mask, ptr %out
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @fast(ptr %out, i32 %n, <4 x i32> %lanes, <4 x i32> %bound) {
entry:
  %mask = icmp sgt <4 x i32> %lanes, %bound
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = load volatile i1, ptr %out
  %ask = call i1 @llvm.expect.i1(i1 %c, i1 true)
  br i1 %ask, label %quick, label %latch, !prof !0
quick:
  store <4 x i1> %mask, ptr %out
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @control(ptr %out, i32 %n, <4 x i32> %lanes, <4 x i32> %bound) {
entry:
  %mask = icmp sgt <4 x i32> %lanes, %bound
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = load volatile i1, ptr %out
  %ask = call i1 @llvm.expect.i1(i1 %c, i1 true)
  br i1 %ask, label %latch, label %slow, !prof !0
slow:
  store <4 x i1> %mask, ptr %out
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
declare i1 @llvm.expect.i1(i1, i1)
!0 = !{!"branch_weights", i32 1048583, i32 1}
