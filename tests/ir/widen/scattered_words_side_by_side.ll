; SPDX-License-Identifier: Apache-2.0
; Eight words of a lane at a place of its own are loaded as two float4 are, and four of eight bytes
; as two double2 are: what lies behind the first register is aligned to no more than its distance.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: masked.gather
; CHECK: load <4 x i32>, ptr {{%.*}}, align 32
; CHECK: load <4 x i32>, ptr {{%.*}}, align 16
; CHECK-NOT: masked.gather
; CHECK: load <2 x i64>, ptr {{%.*}}, align 8
; CHECK-NOT: masked.gather
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %from = load ptr, ptr %second, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %words.at = getelementptr <8 x i32>, ptr %from, i32 %index
  %words = load <8 x i32>, ptr %words.at, align 32
  %w0 = extractelement <8 x i32> %words, i32 0
  %w5 = extractelement <8 x i32> %words, i32 5
  %w7 = extractelement <8 x i32> %words, i32 7
  %longs.at = getelementptr <4 x i64>, ptr %from, i32 %index
  %longs = load <4 x i64>, ptr %longs.at, align 8
  %l0 = extractelement <4 x i64> %longs, i32 0
  %l3 = extractelement <4 x i64> %longs, i32 3
  %l = add i64 %l0, %l3
  %l32 = trunc i64 %l to i32
  %s0 = add i32 %w0, %w5
  %s1 = add i32 %s0, %w7
  %s2 = add i32 %s1, %l32
  store i32 %s2, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
