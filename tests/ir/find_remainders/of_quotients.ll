; SPDX-License-Identifier: Apache-2.0
; x - x / d * d is x % d again, in which a quotient is not needed if d is a power of two; but where d
; is known, and where the product is of another quotient.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define i32 @kernel(
; CHECK: [[Q:%.*]] = sdiv i32 %x, %d
; CHECK: [[R:%.*]] = srem i32 %x, %d
; CHECK: [[U:%.*]] = urem i32 %x, %d
; CHECK: [[TEN:%.*]] = udiv i32 %x, 10
; CHECK: mul i32 [[TEN]], 10
; CHECK: mul i32 [[Q]], %x
; CHECK-NOT: rem
; CHECK: ret i32
define i32 @kernel(i32 %x, i32 %d) {
  %q = sdiv i32 %x, %d
  %p = mul i32 %q, %d
  %r = sub i32 %x, %p
  %uq = udiv i32 %x, %d
  %up = mul i32 %d, %uq
  %ur = sub i32 %x, %up
  %tq = udiv i32 %x, 10
  %tp = mul i32 %tq, 10
  %tr = sub i32 %x, %tp
  %op = mul i32 %q, %x
  %or = sub i32 %x, %op
  %s0 = add i32 %q, %r
  %s1 = add i32 %s0, %ur
  %s2 = add i32 %s1, %tr
  %s3 = add i32 %s2, %or
  ret i32 %s3
}
