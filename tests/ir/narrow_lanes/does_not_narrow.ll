; SPDX-License-Identifier: Apache-2.0
; Words stay words where 16 bits would give something else: a minimum of sums that do not fit, a sum that wraps at 2^16
; and is halved, bits above 16, a comparison of signed with unsigned numbers, a shift by 16 and more, a quotient by
; something. And where it would not pay: words that would be cut first, without AVX-512 rows of four bytes. @control
; becomes shorts.
;
; RUN: --from narrow-lanes --stop-after narrow-lanes --isa avx2 --changes

; CHECK: ; changed: narrow-lanes:1
; CHECK-LABEL: define <32 x i8> @too_large(
; CHECK: call <32 x i32> @llvm.umin.v32i32(
; CHECK-LABEL: define <32 x i16> @wraps(
; CHECK: lshr <32 x i32>
; CHECK-LABEL: define <32 x i8> @high_bits(
; CHECK: lshr <32 x i32>
; CHECK-LABEL: define <32 x i8> @both_signs(
; CHECK: call <32 x i32> @llvm.smin.v32i32(
; CHECK-LABEL: define <32 x i8> @shifts_far(
; CHECK: shl <32 x i32>
; CHECK-LABEL: define <32 x i8> @divides(
; CHECK: udiv <32 x i32>
; CHECK-LABEL: define <32 x i8> @cuts(
; CHECK: add <32 x i32>
; CHECK-LABEL: define <128 x i8> @row_of_bytes(
; CHECK: add <32 x i32>
; CHECK-LABEL: define <32 x i8> @control(
; CHECK: add <32 x i16>
define <32 x i8> @too_large(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %wide = mul <32 x i32> %x, splat (i32 258)
  %sum = add <32 x i32> %wide, %y
  %least = call <32 x i32> @llvm.umin.v32i32(<32 x i32> %sum, <32 x i32> splat (i32 255))
  %byte = trunc <32 x i32> %least to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i16> @wraps(<32 x i16> %a, <32 x i16> %b) {
  %x = zext <32 x i16> %a to <32 x i32>
  %y = zext <32 x i16> %b to <32 x i32>
  %sum = add <32 x i32> %x, %y
  %half = lshr <32 x i32> %sum, splat (i32 1)
  %short = trunc <32 x i32> %half to <32 x i16>
  ret <32 x i16> %short
}
define <32 x i8> @high_bits(<32 x i16> %a, <32 x i16> %b) {
  %x = zext <32 x i16> %a to <32 x i32>
  %y = zext <32 x i16> %b to <32 x i32>
  %p = mul <32 x i32> %x, %y
  %high = lshr <32 x i32> %p, splat (i32 9)
  %byte = trunc <32 x i32> %high to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @both_signs(<32 x i16> %a, <32 x i16> %b) {
  %x = zext <32 x i16> %a to <32 x i32>
  %y = sext <32 x i16> %b to <32 x i32>
  %least = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %x, <32 x i32> %y)
  %byte = trunc <32 x i32> %least to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @shifts_far(<32 x i8> %a) {
  %x = zext <32 x i8> %a to <32 x i32>
  %up = shl <32 x i32> %x, splat (i32 17)
  %byte = trunc <32 x i32> %up to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @divides(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %q = udiv <32 x i32> %x, %y
  %byte = trunc <32 x i32> %q to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @cuts(<32 x i32> %a, <32 x i32> %b) {
  %sum = add <32 x i32> %a, %b
  %byte = trunc <32 x i32> %sum to <32 x i8>
  ret <32 x i8> %byte
}
define <128 x i8> @row_of_bytes(<128 x i8> %row) {
  %a = shufflevector <128 x i8> %row, <128 x i8> poison, <32 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60, i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92, i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 124>
  %x = zext <32 x i8> %a to <32 x i32>
  %sum = add <32 x i32> %x, splat (i32 3)
  %least = call <32 x i32> @llvm.umin.v32i32(<32 x i32> %sum, <32 x i32> splat (i32 255))
  %byte = trunc <32 x i32> %least to <32 x i8>
  %wide = shufflevector <32 x i8> %byte, <32 x i8> poison, <128 x i32> <i32 0, i32 poison, i32 poison, i32 poison, i32 1, i32 poison, i32 poison, i32 poison, i32 2, i32 poison, i32 poison, i32 poison, i32 3, i32 poison, i32 poison, i32 poison, i32 4, i32 poison, i32 poison, i32 poison, i32 5, i32 poison, i32 poison, i32 poison, i32 6, i32 poison, i32 poison, i32 poison, i32 7, i32 poison, i32 poison, i32 poison, i32 8, i32 poison, i32 poison, i32 poison, i32 9, i32 poison, i32 poison, i32 poison, i32 10, i32 poison, i32 poison, i32 poison, i32 11, i32 poison, i32 poison, i32 poison, i32 12, i32 poison, i32 poison, i32 poison, i32 13, i32 poison, i32 poison, i32 poison, i32 14, i32 poison, i32 poison, i32 poison, i32 15, i32 poison, i32 poison, i32 poison, i32 16, i32 poison, i32 poison, i32 poison, i32 17, i32 poison, i32 poison, i32 poison, i32 18, i32 poison, i32 poison, i32 poison, i32 19, i32 poison, i32 poison, i32 poison, i32 20, i32 poison, i32 poison, i32 poison, i32 21, i32 poison, i32 poison, i32 poison, i32 22, i32 poison, i32 poison, i32 poison, i32 23, i32 poison, i32 poison, i32 poison, i32 24, i32 poison, i32 poison, i32 poison, i32 25, i32 poison, i32 poison, i32 poison, i32 26, i32 poison, i32 poison, i32 poison, i32 27, i32 poison, i32 poison, i32 poison, i32 28, i32 poison, i32 poison, i32 poison, i32 29, i32 poison, i32 poison, i32 poison, i32 30, i32 poison, i32 poison, i32 poison, i32 31, i32 poison, i32 poison, i32 poison>
  ret <128 x i8> %wide
}
define <32 x i8> @control(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %sum = add <32 x i32> %x, %y
  %half = lshr <32 x i32> %sum, splat (i32 1)
  %byte = trunc <32 x i32> %half to <32 x i8>
  ret <32 x i8> %byte
}
