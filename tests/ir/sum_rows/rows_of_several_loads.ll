; SPDX-License-Identifier: Apache-2.0
; Elements of several rows that are added up: the rows are added as they lie, then their halves; what
; else is added comes to it. (Lanes are 4 here.)
;
;   uint2 a = p[i], b = q[i];   sum = start + a.x + b.y + a.y + b.x;
;
; RUN: --from sum-rows --isa avx2 --changes

; CHECK: ; changed: sum-rows:5
; CHECK-LABEL: @pairs(
; CHECK: [[ROWS:%.*]] = add <8 x i32> %a, %b
; CHECK: [[EVEN:%.*]] = shufflevector <8 x i32> [[ROWS]], <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: [[ODD:%.*]] = shufflevector <8 x i32> [[ROWS]], <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: [[SUM:%.*]] = add <4 x i32> [[EVEN]], [[ODD]]
; CHECK: add <4 x i32> %start, [[SUM]]
define <4 x i32> @pairs(<8 x i32> %a, <8 x i32> %b, <4 x i32> %start) {
  %a.x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %a.y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %b.x = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b.y = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %1 = add nsw <4 x i32> %start, %a.x
  %2 = add nsw <4 x i32> %1, %b.y
  %3 = add nsw <4 x i32> %2, %a.y
  %4 = add nsw <4 x i32> %3, %b.x
  ret <4 x i32> %4
}

; One row, of four elements: by halves. No wrap that was promised of the sums in their order is kept.
; CHECK-LABEL: @largest_of_four(
; CHECK: [[EVEN:%.*]] = shufflevector <16 x i32> %a, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK: [[ODD:%.*]] = shufflevector <16 x i32> %a, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK: call <8 x i32> @llvm.smax.v8i32(<8 x i32> [[EVEN]], <8 x i32> [[ODD]])
; CHECK: call <4 x i32> @llvm.smax.v4i32(
define <4 x i32> @largest_of_four(<16 x i32> %a) {
  %x = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %y = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %z = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %w = shufflevector <16 x i32> %a, <16 x i32> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %1 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %x, <4 x i32> %y)
  %2 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %1, <4 x i32> %z)
  %3 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %2, <4 x i32> %w)
  ret <4 x i32> %3
}

; Three elements have no halves; a row that is only added in part stays as it is.
; CHECK-LABEL: @of_three(
; CHECK: [[ROWS:%.*]] = xor <12 x i64> %c, %a
; CHECK: [[X:%.*]] = shufflevector <12 x i64> [[ROWS]], <12 x i64> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: [[Y:%.*]] = shufflevector <12 x i64> [[ROWS]], <12 x i64> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
; CHECK: [[XY:%.*]] = xor <4 x i64> [[X]], [[Y]]
; CHECK: [[Z:%.*]] = shufflevector <12 x i64> [[ROWS]], <12 x i64> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
; CHECK: [[XYZ:%.*]] = xor <4 x i64> [[XY]], [[Z]]
; CHECK: xor <4 x i64> %b.y, [[XYZ]]
define <4 x i64> @of_three(<12 x i64> %a, <8 x i64> %b, <12 x i64> %c) {
  %x = shufflevector <12 x i64> %a, <12 x i64> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
  %y = shufflevector <12 x i64> %a, <12 x i64> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
  %z = shufflevector <12 x i64> %a, <12 x i64> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
  %b.y = shufflevector <8 x i64> %b, <8 x i64> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %c.x = shufflevector <12 x i64> %c, <12 x i64> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
  %c.y = shufflevector <12 x i64> %c, <12 x i64> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
  %c.z = shufflevector <12 x i64> %c, <12 x i64> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
  %1 = xor <4 x i64> %x, %z
  %2 = xor <4 x i64> %b.y, %1
  %3 = xor <4 x i64> %c.x, %c.z
  %4 = xor <4 x i64> %2, %y
  %5 = xor <4 x i64> %3, %4
  %6 = xor <4 x i64> %c.y, %5
  ret <4 x i64> %6
}

declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
