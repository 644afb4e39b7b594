; SPDX-License-Identifier: Apache-2.0
; A CPU that sees by itself which lines come next is not asked for them where each block loads what lies behind the
; last one's (%v; %w three numbers on). Rows that lie apart, one a block (%y) or one a warp (%z), are asked for.
;
; RUN: --from copy-regions --stop-after prefetch-next-block --block 256 --cpu znver4 --changes
; RUN: --from copy-regions --stop-after prefetch-next-block --block 256 --changes | OTHERS

; CHECK: ; changed: prefetch-next-block:4
; OTHERS: ; changed: prefetch-next-block:8
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %n.address = getelementptr i8, ptr %params, i64 8
  %n = load i64, ptr %n.address, align 8, !invariant.load !0
  %of.block = shl i32 %b, 8
  %of.warp = shl i32 %warp, 5
  %first = or disjoint i32 %of.block, %of.warp
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %v = load <32 x float>, ptr %at, align 4
  %on = getelementptr i8, ptr %at, i64 12
  %w = load <32 x float>, ptr %on, align 4
  %b64 = zext i32 %b to i64
  %row = mul i64 %b64, %n
  %there = getelementptr float, ptr %x, i64 %row
  %y = load <32 x float>, ptr %there, align 4
  %w64 = zext i32 %warp to i64
  %own = mul i64 %w64, %n
  %own.b = add i64 %own, %b64
  %apart = getelementptr float, ptr %x, i64 %own.b
  %z = load <32 x float>, ptr %apart, align 4
  call void @note(<32 x float> %v)
  call void @note(<32 x float> %w)
  call void @note(<32 x float> %y)
  call void @note(<32 x float> %z)
  ret void
}
declare void @note(<32 x float>)
!0 = !{}
