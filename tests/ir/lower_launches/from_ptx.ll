; SPDX-License-Identifier: Apache-2.0
; What compilers for GPUs make of a launch, and PTX brings: the buffer of the parameters is a local variable with
; what is to be launched in front, as large as the kernel's parameters, or as they may be where the kernel is not
; known. A declaration with other parameters is the program's own mistake.
;
; RUN: --from lower-launches --stop-after lower-launches

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @child(i8 %a, i64 %b, ptr byval([12 x i8]) align 4 %c) {
  ret void
}

; CHECK-LABEL: define ptx_kernel void @parent(
; CHECK-DAG: [[KNOWN:%.*]] = alloca [92 x i8], align 64
; CHECK-DAG: [[OTHER:%.*]] = alloca [4160 x i8], align 64
; CHECK-NOT: cudaGetParameterBufferV2
; CHECK: store ptr {{.*}}@heddle.kernel.child{{.*}}, ptr [[KNOWN]]
; CHECK: call void @llvm.memcpy{{.*}}(ptr {{.*}}, ptr {{.*}}%grid, i64 12, i1 false)
; CHECK: call void @llvm.memcpy{{.*}}(ptr {{.*}}, ptr {{.*}}%block, i64 12, i1 false)
; CHECK: store i32 256,
; CHECK: call i32 @__heddle_launch(ptr {{%.*}}, ptr {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, ptr null)
define ptx_kernel void @parent(i64 %any, ptr %grid, ptr %block) {
  %p = tail call i64 @cudaGetParameterBufferV2(i64 ptrtoint (ptr @child to i64), ptr byval([12 x i8]) align 4 %grid, ptr byval([12 x i8]) align 4 %block, i32 256)
  %r = tail call i32 @cudaLaunchDeviceV2(i64 %p, i64 0)
  %q = call i64 @cudaGetParameterBufferV2(i64 %any, ptr byval([12 x i8]) align 4 %grid, ptr byval([12 x i8]) align 4 %block, i32 0)
  %s = call i32 @cudaLaunchDeviceV2(i64 %q, i64 0)
  ret void
}

; The other calls of the device runtime, and names of CUDA 12's headers.
; CHECK-LABEL: define ptx_kernel void @calls(
; CHECK-NOT: @{{(__)?}}cuda
; CHECK: call i32 @__heddle_runtime_StreamCreateWithFlags(i64 %out, i32 1)
; CHECK: call i32 @__heddle_launch(
; CHECK: call i32 @__heddle_runtime_GetLastError()
; CHECK: call i32 @__heddle_runtime_EventRecord(i64 %out, i64 {{%.*}})
define ptx_kernel void @calls(i64 %out, ptr %grid, ptr %stream) {
  %a = call i32 @__cudaCDP2StreamCreateWithFlags(i64 %out, i32 1)
  %p = call i64 @__cudaCDP2GetParameterBufferV2(i64 ptrtoint (ptr @child to i64), ptr byval([12 x i8]) align 4 %grid, ptr byval([12 x i8]) align 4 %grid, i32 0)
  %r = call i32 @__cudaCDP2LaunchDeviceV2_ptsz(i64 %p, i64 0)
  %b = call i32 @cudaGetLastError()
  %c = call i32 @cudaEventRecord_ptsz(i64 %out, ptr %stream)
  ret void
}

declare i32 @__cudaCDP2StreamCreateWithFlags(i64, i32)
declare i64 @__cudaCDP2GetParameterBufferV2(i64, ptr, ptr, i32)
declare i32 @__cudaCDP2LaunchDeviceV2_ptsz(i64, i64)
declare i32 @cudaGetLastError()
declare i32 @cudaEventRecord_ptsz(i64, ptr)
declare i64 @cudaGetParameterBufferV2(i64, ptr, ptr, i32)
declare i32 @cudaLaunchDeviceV2(i64, i64)
