; SPDX-License-Identifier: Apache-2.0
; What a later block loads is asked for only if its address is made of what is always there: not of
; numbers that are loaded themselves (the index may be out of bounds by then), not by a division (there
; may be no divisor). Only the two lines of %v are asked for.
;
; RUN: --from copy-regions --stop-after prefetch-next-block --block 32 --changes

; CHECK: ; changed: prefetch-next-block:2
; CHECK-LABEL: define internal void @kernel.full.warp.ahead(
; CHECK-NOT: load i32, ptr %{{x|w}}
; CHECK-NOT: div
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %first = shl i32 %b, 5
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %v = load <32 x float>, ptr %at, align 4
  %where = getelementptr i32, ptr %x, i64 %wide
  %index = load i32, ptr %where, align 4
  %index64 = sext i32 %index to i64
  %there = getelementptr float, ptr %x, i64 %index64
  %w = load <32 x float>, ptr %there, align 4
  %share = udiv i32 1000, %b
  %share64 = zext i32 %share to i64
  %part = getelementptr float, ptr %x, i64 %share64
  %y = load <32 x float>, ptr %part, align 4
  call void @note(<32 x float> %v)
  call void @note(<32 x float> %w)
  call void @note(<32 x float> %y)
  ret void
}
declare void @note(<32 x float>)
!0 = !{}
