; SPDX-License-Identifier: Apache-2.0
; A CPU without F16C converts halves with integers and calls no function for it.
;
; RUN: --from narrow-floats --isa baseline

; CHECK-LABEL: @multiply(
; CHECK-NOT: fpext
; CHECK-NOT: fptrunc
; CHECK: zext <32 x i16> {{.*}} to <32 x i32>
; CHECK: fmul <32 x float>
; CHECK: trunc <32 x i32> {{.*}} to <32 x i16>
; CHECK: ret <32 x half>
define <32 x half> @multiply(<32 x half> %a, <32 x half> %b) {
  %p = fmul <32 x half> %a, %b
  ret <32 x half> %p
}

; CHECK-LABEL: @less(
; CHECK-NOT: fcmp olt half
; CHECK: fcmp olt float
define i1 @less(half %a, half %b) {
  %c = fcmp olt half %a, %b
  ret i1 %c
}
