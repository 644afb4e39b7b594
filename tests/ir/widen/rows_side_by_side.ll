; SPDX-License-Identifier: Apache-2.0
; Rows of three words and of eight that lie side by side: loaded by 16 bytes, and stored as registers
; that are made by shuffles of two, not by one of everything. Of nine words the last four overlap.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-COUNT-24: load <4 x float>, ptr
; CHECK-NOT: load <4 x float>, ptr
; CHECK-NOT: shufflevector <128 x float>
; CHECK-COUNT-12: store <8 x float> {{.*}}, ptr
; CHECK-NOT: store <8 x float> {{.*}}, ptr
; CHECK-COUNT-96: load <4 x i32>, ptr
; CHECK-NOT: gather
; CHECK-NOT: shufflevector <256 x i32>
; CHECK-COUNT-32: store <8 x i32> {{.*}}, ptr
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %p = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %q = load ptr, ptr %second, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %three = getelementptr [3 x float], ptr %p, i64 %lane64
  %a = load <3 x float>, ptr %three, align 4
  %b = shufflevector <3 x float> %a, <3 x float> poison, <3 x i32> <i32 2, i32 0, i32 1>
  store <3 x float> %b, ptr %three, align 4
  %nine = getelementptr [9 x i32], ptr %p, i64 %lane64
  %c = load <9 x i32>, ptr %nine, align 4
  %d = shufflevector <9 x i32> %c, <9 x i32> poison, <8 x i32> <i32 8, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 0>
  %eight = getelementptr [8 x i32], ptr %q, i64 %lane64
  store <8 x i32> %d, ptr %eight, align 4
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
