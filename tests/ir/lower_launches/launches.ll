; SPDX-License-Identifier: Apache-2.0
; The parameters of a launch are a local variable of the function, also where the launch is in a
; loop, and no tail call looks at it. A launched kernel becomes a symbol, the launching one, too;
; calls of functions stay.
;
; RUN: --from lower-launches --stop-after lower-launches

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @heddle.kernel.child = external global i8
; CHECK-DAG: @heddle.kernel.parent = external global i8
; CHECK-DAG: @table = {{.*}}global [2 x ptr] [ptr @heddle.kernel.child, ptr @function]
@table = global [2 x ptr] [ptr @child, ptr @function]

; CHECK-LABEL: define ptx_kernel void @child(
define ptx_kernel void @child(ptr %p) {
  ret void
}

define void @function() {
  ret void
}

; CHECK-LABEL: define ptx_kernel void @parent(
; CHECK: entry:
; CHECK-DAG: [[A:%.*]] = alloca [24 x i8], align 64
; CHECK-DAG: [[B:%.*]] = alloca [1 x i8], align 64
; CHECK: loop:
; CHECK-NOT: cudaGetParameterBuffer
; CHECK-NOT: tail call
; CHECK: store i32 %n, ptr [[A]]
; CHECK: call i32 @__heddle_launch(ptr @heddle.kernel.child, ptr [[A]])
; CHECK: call i32 @__heddle_launch(ptr @heddle.kernel.parent, ptr [[B]])
; CHECK: call void @function()
define ptx_kernel void @parent(i32 %n) {
entry:
  br label %loop
loop:
  %a = tail call ptr @cudaGetParameterBuffer(i64 64, i64 24)
  store i32 %n, ptr %a
  %r = tail call i32 @__heddle_launch(ptr @child, ptr %a)
  %b = tail call ptr @cudaGetParameterBuffer(i64 64, i64 0)
  %s = tail call i32 @__heddle_launch(ptr @parent, ptr %b)
  tail call void @function()
  %c = icmp eq i32 %s, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

declare ptr @cudaGetParameterBuffer(i64, i64)
declare i32 @__heddle_launch(ptr, ptr)
