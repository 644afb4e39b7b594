; SPDX-License-Identifier: Apache-2.0
; Threads stay on fibers where a named barrier is the engine's to open.
;
; RUN: --from single-thread --stop-after describe-kernel --hurried --changes

; CHECK: changed: none
; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry,
; CHECK: call {{.*}} @heddle_ref_
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %w = call i32 @heddle.barrier(i32 1, i32 64, i32 0, i1 false)
  store i32 %w, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
