; SPDX-License-Identifier: Apache-2.0
; In the reference a thread asks the engine for what needs others: barriers, warp operations, and
; loops with a volatile access.
;
; RUN: --from insert-yields-anywhere --stop-after describe-kernel --single-threads

; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry,
; CHECK-LABEL: define internal void @kernel.thread(ptr %0, ptr %1)
; CHECK: call i32 @heddle_ref_barrier(ptr %0, ptr %1, i32 0, i32 0, i32 0, i32 0)
; CHECK: call i64 @heddle_ref_warp_op(ptr %0, ptr %1, i32 4, i32 -1, i64 {{.*}}, i32 1, i32 31)
; CHECK: wait:
; CHECK: call void @heddle_ref_yield(ptr %0, ptr %1)
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %lane, i32 1, i32 31)
  br label %wait
wait:
  %seen = load volatile i32, ptr %block
  %none = icmp eq i32 %seen, %w
  br i1 %none, label %wait, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
