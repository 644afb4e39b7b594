; SPDX-License-Identifier: Apache-2.0
; Threads stay on fibers where a warp operation waits for the warp's other threads.
;
; RUN: --from single-thread --stop-after describe-kernel --hurried --changes

; CHECK: changed: none
; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry,
; CHECK: call {{.*}} @heddle_ref_
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %lane, i32 1, i32 31)
  store i32 %w, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
