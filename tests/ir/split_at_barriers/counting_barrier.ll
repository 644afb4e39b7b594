; SPDX-License-Identifier: Apache-2.0
; A barrier that answers (__syncthreads_count) makes the warp return; it goes on at its resume point
; with what the engine wrote (KernelMode kStep).
;
;   out[t] = in[t] + __syncthreads_count(in[t] > 5)
;
; RUN: --from combine-accesses --stop-after lanes-in-memory

; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 1, ptr @heddle_kernel_entry, i32 128,
; CHECK-LABEL: define internal i32 @kernel.full.warp.step(
; CHECK: [[POINT:%.*]] = load i32, ptr [[WHERE:%.*]], align
; CHECK: [[AGAIN:%.*]] = icmp eq i32 [[POINT]], 1
; CHECK: br i1 [[AGAIN]], label %resume, label %entry{{$}}
; CHECK: entry:
; CHECK: store <32 x i32> {{.*}}, ptr %frame
; CHECK: store <32 x i1>
; CHECK: store i32 1, ptr [[WHERE]]
; CHECK: resume:
; CHECK: load <32 x i32>, ptr %frame
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %p = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %p
  %big = icmp ugt i32 %v, 5
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 1, i1 %big)
  %sum = add i32 %v, %r
  store i32 %sum, ptr %p
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
