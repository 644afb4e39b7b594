; SPDX-License-Identifier: Apache-2.0
; __syncthreads() and __syncthreads_count() become one pseudo function.
;
; RUN: --from specialise --stop-after keep-dynamic-allocas

; CHECK: call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
; CHECK: [[YES:%.*]] = icmp ne i32 %n, 0
; CHECK: [[COUNT:%.*]] = call i32 @heddle.barrier(i32 0, i32 0, i32 1, i1 [[YES]])
; CHECK: store i32 [[COUNT]], ptr %out
define void @kernel(ptr %out, i32 %n) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = call i32 @llvm.nvvm.barrier0.popc(i32 %n)
  store i32 %c, ptr %out
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
