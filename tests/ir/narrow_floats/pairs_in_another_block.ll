; SPDX-License-Identifier: Apache-2.0
; A word's bits as a pair of bfloats, and those as integers in another block: LLVM would keep the pair as two floats, and
; take them back by a function that nobody defines (random kernel 160031).
;
; RUN: --from narrow-floats --isa baseline

; CHECK-LABEL: @bits(
; CHECK-NOT: bfloat>
; CHECK: [[B:%.*]] = bitcast i32 %w to <2 x i16>
; CHECK: ret <2 x i16> [[B]]
define <2 x i16> @bits(i32 %w, i1 %c) {
entry:
  %pair = bitcast i32 %w to <2 x bfloat>
  br i1 %c, label %then, label %end
then:
  %b = bitcast <2 x bfloat> %pair to <2 x i16>
  ret <2 x i16> %b
end:
  ret <2 x i16> zeroinitializer
}
