; SPDX-License-Identifier: Apache-2.0
; The kernel gets a body without arguments, which loads them from the BlockContext.
;
;   __global__ void kernel(int* out, int n) { out[threadIdx.x] = n; }
;
; RUN: --from link-modules --stop-after wrap-kernel
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define internal void @kernel.body()
; CHECK: %block = call ptr @heddle.block()
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr %block, i64 0
; CHECK: %params = load ptr, ptr [[PLACE]]
; CHECK: [[N:%.*]] = getelementptr inbounds i8, ptr %params, i64 8
; CHECK: %n = load i32, ptr [[N]]
; CHECK: call void @kernel(ptr %out, i32 %n)
define ptx_kernel void @kernel(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %n, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
