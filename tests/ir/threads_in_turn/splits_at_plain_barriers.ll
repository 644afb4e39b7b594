; SPDX-License-Identifier: Apache-2.0
; Threads that wait at __syncthreads() only return there, and rounds of loops over all threads run
; them, as they do warps. What a thread needs behind the barrier is in its frame.
;
; RUN: --from single-thread --stop-after emit-entry-point --hurried --block 48x1x1

; CHECK-NOT: call {{.*}} @heddle_ref_barrier
; CHECK-LABEL: define internal i32 @kernel.thread.turn.step(ptr %0, ptr %1, i32 %2, i32 %3)
; CHECK-NOT: alloca
; CHECK-NOT: lifetime
; CHECK: switch i32 %3
; CHECK: ret i32 1
; CHECK: ret i32 -1

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: %frames = alloca
; CHECK: %states = alloca [48 x i32]
; CHECK: warps:
; CHECK: icmp ult i32 {{.*}}, 48
; CHECK: call i32 @kernel.thread.turn.step(ptr %0, ptr {{.*}}, i32 %warp, i32
define internal void @kernel() {
entry:
  %object = alloca i32
  %block = call ptr @heddle.block()
  call void @llvm.lifetime.start.p0(ptr %object)
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds i32, ptr %block, i32 %lane
  %before = load i32, ptr %place
  store i32 %before, ptr %object
  %waited = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %kept = load i32, ptr %object
  %sum = add i32 %kept, %before
  store i32 %sum, ptr %block
  call void @llvm.lifetime.end.p0(ptr %object)
  ret void
}
declare ptr @heddle.block()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
