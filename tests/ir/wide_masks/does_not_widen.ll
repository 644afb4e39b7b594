; SPDX-License-Identifier: Apache-2.0
; Masks stay bits where nobody takes them as words: a ballot, bytes, what other blocks use; where they come from other
; blocks and would have to be taken apart, where only bytes were compared, and with mask registers. @control becomes words.
;
; RUN: --from wide-masks --stop-after wide-masks --isa avx2 --changes
; RUN: --from wide-masks --stop-after wide-masks --isa avx512 --changes | AVX512

; AVX512: ; changed: none
; CHECK: ; changed: wide-masks:1
; CHECK-LABEL: define i32 @ballot(
; CHECK: and <32 x i1>
; CHECK-LABEL: define <32 x i8> @chooses_bytes(
; CHECK: and <32 x i1>
; CHECK-LABEL: define <32 x float> @compares_bytes(
; CHECK: and <32 x i1>
; CHECK-LABEL: define <32 x float> @comes_from_elsewhere(
; CHECK: and <32 x i1>
; CHECK-LABEL: define <32 x float> @goes_elsewhere(
; CHECK: and <32 x i1>
; CHECK-LABEL: define <32 x float> @control(
; CHECK: and <32 x i32>
define i32 @ballot(<32 x float> %x, <32 x float> %y, <32 x float> %z) {
  %c = fcmp olt <32 x float> %x, %y
  %d = fcmp olt <32 x float> %y, %z
  %both = and <32 x i1> %c, %d
  %bits = bitcast <32 x i1> %both to i32
  ret i32 %bits
}
define <32 x i8> @chooses_bytes(<32 x float> %x, <32 x float> %y, <32 x float> %z, <32 x i8> %a) {
  %c = fcmp olt <32 x float> %x, %y
  %d = fcmp olt <32 x float> %y, %z
  %both = and <32 x i1> %c, %d
  %chosen = select <32 x i1> %both, <32 x i8> %a, <32 x i8> zeroinitializer
  ret <32 x i8> %chosen
}
define <32 x float> @compares_bytes(<32 x i8> %a, <32 x i8> %b, <32 x float> %x) {
  %c = icmp slt <32 x i8> %a, %b
  %d = icmp sgt <32 x i8> %a, zeroinitializer
  %both = and <32 x i1> %c, %d
  %chosen = select <32 x i1> %both, <32 x float> %x, <32 x float> zeroinitializer
  ret <32 x float> %chosen
}
define <32 x float> @comes_from_elsewhere(<32 x i1> %c, <32 x i1> %d, <32 x float> %x, <32 x float> %y) {
  %e = fcmp olt <32 x float> %x, %y
  %first = and <32 x i1> %c, %d
  %both = and <32 x i1> %first, %e
  %chosen = select <32 x i1> %both, <32 x float> %x, <32 x float> zeroinitializer
  ret <32 x float> %chosen
}
define <32 x float> @goes_elsewhere(<32 x float> %x, <32 x float> %y, <32 x float> %z) {
  %c = fcmp olt <32 x float> %x, %y
  %d = fcmp olt <32 x float> %y, %z
  %both = and <32 x i1> %c, %d
  br label %next

next:
  %chosen = select <32 x i1> %both, <32 x float> %x, <32 x float> zeroinitializer
  ret <32 x float> %chosen
}
define <32 x float> @control(<32 x float> %x, <32 x float> %y, <32 x float> %z) {
  %c = fcmp olt <32 x float> %x, %y
  %d = fcmp olt <32 x float> %y, %z
  %both = and <32 x i1> %c, %d
  %chosen = select <32 x i1> %both, <32 x float> %x, <32 x float> zeroinitializer
  ret <32 x float> %chosen
}
