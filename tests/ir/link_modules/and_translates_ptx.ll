; SPDX-License-Identifier: Apache-2.0
; Inline PTX becomes IR before the device library is linked: registers are values, a guard a branch, a
; shared address an offset from the block's window, lop3 a function of the library.
;
;   asm("{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.x; setp.lt.u32 p, t, %2;"
;       "  @p st.shared.u32 [%1+4], t; lop3.b32 %0, t, %2, 7, 0x96; }" ...)
;
; RUN: --from link-modules --stop-after wrap-kernel

; CHECK-LABEL: define internal void @kernel(
; CHECK-NOT: asm
; CHECK: [[T:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[P:%.*]] = icmp ult i32 [[T]], %n
; CHECK: br i1 [[P]], label %[[THEN:.*]], label %[[BEHIND:.*]]
; CHECK: [[THEN]]:
; CHECK: [[BASE:%.*]] = call ptr addrspace(3) @heddle.shared()
; CHECK: [[OFFSET:%.*]] = zext i32 %at to i64
; CHECK: [[AT:%.*]] = getelementptr i8, ptr addrspace(3) [[BASE]], i64 [[OFFSET]]
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr addrspace(3) [[AT]], i64 4
; CHECK: store i32 [[T]], ptr addrspace(3) [[NEXT]], align 4
; CHECK: [[BEHIND]]:
; CHECK: [[R:%.*]] = call i32 @__ptx_lop3_b32(i32 [[T]], i32 %n, i32 7, i32 150)
; CHECK: store i32 [[R]], ptr %out
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %out, i32 %at, i32 %n) {
  %r = call i32 asm sideeffect "{ .reg .pred p; .reg .u32 t;\0A mov.u32 t, %tid.x; setp.lt.u32 p, t, $2;\0A @p st.shared.u32 [$1+4], t; lop3.b32 $0, t, $2, 7, 0x96; }", "=r,r,r,~{memory}"(i32 %at, i32 %n)
  store i32 %r, ptr %out
  ret void
}
