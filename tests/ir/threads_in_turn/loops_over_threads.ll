; SPDX-License-Identifier: Apache-2.0
; Threads that never wait are run by a loop over the block's threads, without fibers: lane and warp
; come from the thread's number, which has no need of memory.
;
; RUN: --from single-thread --stop-after emit-entry-point --hurried --block 48x1x1

; CHECK-LABEL: define internal void @kernel.thread.turn(ptr %0, ptr %1, i32 %2)
; CHECK: %lane = and i32 %2, 31
; CHECK: %warp = lshr i32 %2, 5
; CHECK-NOT: alloca
; CHECK: store i32 %warp, ptr
; CHECK: store i32 %lane, ptr

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: threads:
; CHECK: %thread = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %threads ]
; CHECK: call void @kernel.thread.turn(ptr %0, ptr null, i32 %thread)
; CHECK: [[NEXT]] = add nuw nsw i32 %thread, 1
; CHECK: icmp ult i32 [[NEXT]], 48
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %place = getelementptr inbounds i32, ptr %block, i32 %lane
  store i32 %warp, ptr %place
  %next = getelementptr inbounds i32, ptr %block, i32 %warp
  store i32 %lane, ptr %next
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
