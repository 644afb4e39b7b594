; SPDX-License-Identifier: Apache-2.0
; x - x / d * d is a remainder; not if the dividend, the divisor or the factor is another one. Only the
; last difference becomes one.
;
; RUN: --from find-remainders --changes

; CHECK: ; changed: find-remainders:1
; CHECK: sub i32 %y,
; CHECK: sub i32 %x,
; CHECK: sub i32 {{%.*}}, %x
; CHECK: sub i32 %x,
; CHECK: urem i32 %x, %d
; CHECK-NOT: rem
; CHECK: ret i32
define i32 @kernel(i32 %x, i32 %y, i32 %d, i32 %e) {
  %q = udiv i32 %x, %d
  %p = mul i32 %q, %d
  %other.dividend = sub i32 %y, %p
  %q.e = mul i32 %q, %e
  %other.factor = sub i32 %x, %q.e
  %reversed = sub i32 %p, %x
  %shifted = lshr i32 %x, %d
  %s.d = mul i32 %shifted, %d
  %no.quotient = sub i32 %x, %s.d
  %remainder = sub i32 %x, %p
  %a = add i32 %other.dividend, %other.factor
  %b = add i32 %a, %reversed
  %c = add i32 %b, %no.quotient
  %r = add i32 %c, %remainder
  ret i32 %r
}
