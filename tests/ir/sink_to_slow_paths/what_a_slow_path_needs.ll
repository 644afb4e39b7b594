; SPDX-License-Identifier: Apache-2.0
; A mask that only the slow path of a loop looks at is made there, and what only it is made of; the bound
; that the loop itself compares with stays in front of it.
;
; RUN: --from sink-to-slow-paths --stop-after sink-to-slow-paths

; CHECK: entry:
; CHECK-NEXT: %end = add i32 %n, 7
; CHECK-NEXT: br label %loop{{$}}
; CHECK: slow:
; CHECK-NEXT: %splat = shufflevector
; CHECK-NEXT: %mask = icmp sgt <4 x i32> %lanes, %splat
; CHECK-NEXT: store <4 x i1> %mask, ptr %out
; CHECK-NOT: !prof !{{.*}}function_entry_count
define void @kernel(ptr %out, i32 %n, <4 x i32> %lanes, <4 x i32> %bound) {
entry:
  %end = add i32 %n, 7
  %splat = shufflevector <4 x i32> %bound, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp sgt <4 x i32> %lanes, %splat
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
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %done
done:
  ret void
}
declare i1 @llvm.expect.i1(i1, i1)
!0 = !{!"branch_weights", i32 1048583, i32 1}
