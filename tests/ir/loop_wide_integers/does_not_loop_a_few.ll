; SPDX-License-Identifier: Apache-2.0
; The high half of a product (__umul64hi), eight instructions, and any number of 64 bits stay.
;
; RUN: --from loop-wide-integers --stop-after loop-wide-integers --isa avx2 --changes

; CHECK: ; changed: none
; CHECK-NOT: alloca
define <32 x i64> @kernel(<32 x i64> %a, <32 x i64> %b) {
entry:
  %wide.a = zext <32 x i64> %a to <32 x i128>
  %wide.b = zext <32 x i64> %b to <32 x i128>
  %product = mul nuw <32 x i128> %wide.a, %wide.b
  %part = lshr <32 x i128> %product, splat (i128 64)
  %high = trunc <32 x i128> %part to <32 x i64>
  %again = zext <32 x i64> %high to <32 x i128>
  %sum = add <32 x i128> %again, %wide.a
  %low = trunc <32 x i128> %sum to <32 x i64>
  %x1 = mul <32 x i64> %low, %high
  %x2 = add <32 x i64> %x1, %low
  %x3 = xor <32 x i64> %x2, %x1
  %x4 = mul <32 x i64> %x3, %x2
  %x5 = sub <32 x i64> %x4, %x3
  %x6 = or <32 x i64> %x5, %x1
  %x7 = add <32 x i64> %x6, %x5
  ret <32 x i64> %x7
}
