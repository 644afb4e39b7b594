; SPDX-License-Identifier: Apache-2.0
; Copies that are too large to be unrolled are loops over words as large as their alignment says. What
; may be the same memory is moved in one address space: the loop compares its pointers.
;
; RUN: --from lower-memory-intrinsics

; CHECK-LABEL: define void @kernel(
; CHECK: copy.words:
; CHECK: [[WORD:%.*]] = load i32
; CHECK: store i32 [[WORD]]
; CHECK: icmp ult i64 {{%.*}}, 128
; CHECK: copy.words
; CHECK: load i64
; CHECK: store i64
; CHECK: icmp ult i64 {{%.*}}, 32
; CHECK: load i8
; CHECK: store i8
; CHECK: addrspacecast ptr addrspace(3) %shared to ptr
; CHECK: icmp ult ptr
; CHECK: load i
; CHECK: store i
; CHECK-NOT: call void @llvm.mem
define void @kernel(ptr %to, ptr %from, ptr addrspace(3) %shared) {
  call void @llvm.memcpy.p0.p3.i64(ptr align 4 %to, ptr addrspace(3) align 16 %shared, i64 512, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 257, i1 false)
  call void @llvm.memmove.p0.p3.i64(ptr align 4 %to, ptr addrspace(3) align 4 %shared, i64 512, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
