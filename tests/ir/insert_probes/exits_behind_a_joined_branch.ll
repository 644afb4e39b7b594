; SPDX-License-Identifier: Apache-2.0
; A thread that returns from a loop ends where that is decided (event 512), though the branch joins
; the return with the loop's end and a block behind the loop tells them apart. Those that go on are
; told at their own end, and nobody twice.
;
; RUN: --from merge-accesses --stop-after insert-probes --probes 512

; CHECK: loop:
; CHECK: %left = select i1 %returns, i1 true, i1 %last
; CHECK-NEXT: [[ENDED:%.*]] = select i1 %left, i1 %returns, i1 false
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 [[ENDED]])
; CHECK-NEXT: br i1 %left, label %out, label %loop{{$}}
; CHECK: out:
; CHECK-NOT: heddle.probe.exit
; CHECK: rest:
; CHECK: call void @heddle.probe.exit(ptr {{.*}}, i1 true)
; CHECK-NEXT: br label %end{{$}}
; CHECK: end:
; CHECK-NEXT: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %v = load i32, ptr %at
  %next = add i32 %k, 1
  %returns = icmp eq i32 %v, %k
  %last = icmp eq i32 %next, 12
  %left = select i1 %returns, i1 true, i1 %last
  br i1 %left, label %out, label %loop
out:
  %returned = phi i1 [ %returns, %loop ]
  br i1 %returned, label %end, label %rest
rest:
  store i32 1, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
