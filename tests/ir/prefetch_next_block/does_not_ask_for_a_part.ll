; SPDX-License-Identifier: Apache-2.0
; A warp that loads ten lines, more than are asked for: a part of them would bring nothing.
;
;   five rows of 32 floats, 4 KiB apart
;
; RUN: --from copy-regions --stop-after prefetch-next-block --block 32 --changes

; CHECK-NOT: changed: prefetch-next-block
; CHECK-NOT: @llvm.prefetch
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %first = shl i32 %b, 5
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %at0 = getelementptr i8, ptr %at, i64 0
  %v0 = load <32 x float>, ptr %at0, align 4
  call void @note(<32 x float> %v0)
  %at1 = getelementptr i8, ptr %at, i64 4096
  %v1 = load <32 x float>, ptr %at1, align 4
  call void @note(<32 x float> %v1)
  %at2 = getelementptr i8, ptr %at, i64 8192
  %v2 = load <32 x float>, ptr %at2, align 4
  call void @note(<32 x float> %v2)
  %at3 = getelementptr i8, ptr %at, i64 12288
  %v3 = load <32 x float>, ptr %at3, align 4
  call void @note(<32 x float> %v3)
  %at4 = getelementptr i8, ptr %at, i64 16384
  %v4 = load <32 x float>, ptr %at4, align 4
  call void @note(<32 x float> %v4)
  ret void
}
declare void @note(<32 x float>)
!0 = !{}
