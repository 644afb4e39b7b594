; SPDX-License-Identifier: Apache-2.0
; What is loaded twice from one address, computed twice, is asked for once; its neighbour, of another number added, as well.
;
; RUN: --from share-subexpressions --stop-after lanes-in-memory --block 32

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK-COUNT-4: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 {{[23]}}, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: load <32 x float>
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %first = shl i32 %b, 8
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %v = load <32 x float>, ptr %at, align 4
  call void @note(<32 x float> %v)
  %wide.again = zext i32 %first to i64
  %at.again = getelementptr float, ptr %x, i64 %wide.again
  %again = load <32 x float>, ptr %at.again, align 4
  call void @note(<32 x float> %again)
  %wide.next = add i64 %wide.again, 64
  %at.next = getelementptr float, ptr %x, i64 %wide.next
  %next = load <32 x float>, ptr %at.next, align 4
  call void @note(<32 x float> %next)
  ret void
}
declare void @note(<32 x float>)
!0 = !{}
