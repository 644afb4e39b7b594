; SPDX-License-Identifier: Apache-2.0
; What all blocks add at a place that a parameter gives is summed up by the worker: of all lanes at
; one place, of lanes side by side. The first time it is added at once. ;
;   atomicAdd(total, in[lane]);  atomicAdd(&total[lane], 1);
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 32

; CHECK: [[SUM:%.*]] = call i32 @llvm.vector.reduce.add.v32i32(
; CHECK: [[SAME:%.*]] = and i1
; CHECK-NEXT: [[THERE:%.*]] = and i1 [[SAME]],
; CHECK: br i1 [[THERE]], label %[[HIT:.*]], label %[[MISS:.*]], !prof
; CHECK: [[HIT]]:
; CHECK: [[NEW:%.*]] = add i32 {{%.*}}, [[SUM]]
; CHECK: store i32 [[NEW]]
; CHECK: [[MISS]]:
; CHECK: atomicrmw add ptr [[TOTAL:%.*]], i32 [[SUM]] syncscope("device") monotonic
; CHECK: call void @heddle_rt_claim_deferred(ptr nonnull %0, ptr {{.*}}, ptr [[TOTAL]], i32 1, i32 1)
; CHECK: straight.i:
; CHECK: [[ALL:%.*]] = add <32 x i32> {{%.*}}, splat (i32 1)
; CHECK: store <32 x i32> [[ALL]]
; CHECK: lanes.i:
; CHECK: atomicrmw add ptr {{%.*}}, i32 1 syncscope("device") monotonic
; CHECK: call void @heddle_rt_claim_deferred(ptr nonnull %0, ptr {{.*}}, ptr [[TOTAL]], i32 1, i32 -1)
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %total = load ptr, ptr %more, !invariant.load !0
  %at = getelementptr i32, ptr %in, i32 %lane
  %v = load i32, ptr %at
  %bin = getelementptr i32, ptr %total, i32 %lane
  %unused = atomicrmw add ptr %total, i32 %v syncscope("device") monotonic
  %unused2 = atomicrmw add ptr %bin, i32 1 syncscope("device") monotonic
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
