; SPDX-License-Identifier: Apache-2.0
; Where a thread ends is told (event 512) where it is known, through blocks that only compute and
; decide on values of theirs; not before one that loads, nor before a branch on something else, by
; which a thread goes past a barrier. Nobody is told twice.
;
; RUN: --from merge-accesses --stop-after insert-probes --probes 512

; CHECK: %small = icmp ult i32 %v, 5
; CHECK-NEXT: [[EVEN:%.*]] = and i32 %v, 1
; CHECK-NEXT: [[IS_EVEN:%.*]] = icmp eq i32 [[EVEN]], 0
; CHECK-NEXT: [[ENDED:%.*]] = select i1 %small, i1 [[IS_EVEN]], i1 false
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 [[ENDED]])
; CHECK-NEXT: br i1 %small, label %compute, label %look{{$}}
; CHECK: compute:
; CHECK-NOT: heddle.probe.exit
; CHECK: look:
; CHECK: %big = icmp
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 %is_one)
; CHECK: look.too:
; CHECK: call void @heddle.probe.exit(ptr {{.*}}, i1 %big)
; CHECK: work:
; CHECK: store i32 1
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 true)
; CHECK: end:
; CHECK-NEXT: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  %small = icmp ult i32 %v, 5
  br i1 %small, label %compute, label %look
compute:
  %x = phi i32 [ %v, %entry ]
  %odd = and i32 %x, 1
  %is_even = icmp eq i32 %odd, 0
  br i1 %is_even, label %end, label %work
look:
  %w = load i32, ptr %data
  %is_one = icmp eq i32 %w, 1
  %big = icmp ugt i32 %v, 9
  br i1 %is_one, label %end, label %look.too
look.too:
  br i1 %big, label %end, label %work
work:
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  store i32 1, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
