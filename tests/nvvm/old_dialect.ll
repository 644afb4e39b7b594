; SPDX-License-Identifier: Apache-2.0
; As old_dialect.bc, which was made with: llvm-as-14 old_dialect.ll -o old_dialect.bc
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define void @scale(i32* nocapture %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %b, %n
  %i = add i32 %base, %t
  %wide = zext i32 %i to i64
  %p = getelementptr inbounds i32, i32* %data, i64 %wide
  %by = add i32 %t, 2
  %r = call i32 @scaled(i32* %p, i32 %by)
  %g = addrspacecast i32* %p to i32 addrspace(1)*
  store i32 %r, i32 addrspace(1)* %g, align 4
  ret void
}
declare i32 @scaled(i32*, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() nounwind readnone
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() nounwind readnone
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() nounwind readnone
!nvvm.annotations = !{!0}
!0 = !{void (i32*)* @scale, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 1}
