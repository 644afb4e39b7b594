; SPDX-License-Identifier: Apache-2.0
; Sums of floats keep their order. An element that is used elsewhere, too, is taken apart all the
; same, and so are rows of which some elements are not in the sum; of one row of two or three there
; is nothing to gain; a difference is no sum, and two operations are not one.
;
; RUN: --from sum-rows --isa avx2 --changes

; CHECK: ; changed: none
; CHECK-NOT: <8 x float> %a, %b
define <4 x float> @floats(<8 x float> %a, <8 x float> %b) {
  %a.x = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <8 x float> %b, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b.y = shufflevector <8 x float> %b, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %1 = fadd <4 x float> %a.x, %a.y
  %2 = fadd <4 x float> %1, %b.x
  %3 = fadd <4 x float> %2, %b.y
  ret <4 x float> %3
}

define <4 x i32> @used_again(<8 x i32> %a, <8 x i32> %b, ptr %p) {
  %a.x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b.y = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %a.x, ptr %p
  %1 = add <4 x i32> %a.x, %a.y
  %2 = add <4 x i32> %1, %b.x
  %3 = add <4 x i32> %2, %b.y
  ret <4 x i32> %3
}

define <4 x i32> @in_part(<16 x i32> %a) {
  %x = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %y = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %w = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %1 = add <4 x i32> %x, %y
  %2 = add <4 x i32> %1, %w
  ret <4 x i32> %2
}

define <4 x i32> @difference(<8 x i32> %a, <8 x i32> %b) {
  %a.x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b.y = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %1 = add <4 x i32> %a.x, %a.y
  %2 = sub <4 x i32> %1, %b.x
  %3 = add <4 x i32> %2, %b.y
  ret <4 x i32> %3
}

define <4 x i32> @two_operations(<8 x i32> %a, <8 x i32> %b) {
  %a.x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b.y = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %1 = and <4 x i32> %a.x, %b.y
  %2 = add <4 x i32> %1, %b.x
  %3 = add <4 x i32> %2, %a.y
  ret <4 x i32> %3
}

define <4 x i32> @of_two_and_of_three(<8 x i32> %a, <12 x i32> %b) {
  %a.x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <12 x i32> %b, <12 x i32> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
  %b.y = shufflevector <12 x i32> %b, <12 x i32> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
  %b.z = shufflevector <12 x i32> %b, <12 x i32> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
  %1 = add <4 x i32> %a.x, %a.y
  %2 = add <4 x i32> %1, %b.x
  %3 = add <4 x i32> %2, %b.y
  %4 = add <4 x i32> %3, %b.z
  ret <4 x i32> %4
}
