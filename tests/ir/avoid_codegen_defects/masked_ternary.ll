; SPDX-License-Identifier: Apache-2.0
; A select between a value and a ternary operation on it must not become a masked vpternlog (LLVM
; issue 157929); one on a binary operation may.
;
; RUN: --from avoid-codegen-defects

; CHECK-LABEL: @ternary(
; CHECK: [[HIDDEN:%.*]] = call <16 x float> @llvm.arithmetic.fence.v16f32(
; CHECK: [[X:%.*]] = bitcast <16 x float> [[HIDDEN]] to <16 x i32>
; CHECK: select <16 x i1> %c, <16 x i32> [[X]], <16 x i32> %o
; CHECK-LABEL: @binary(
; CHECK-NOT: fence
; CHECK: select <16 x i1> %c, <16 x i32> %o, <16 x i32> %x
define <16 x i32> @ternary(<16 x i32> %x, <16 x i32> %y, <16 x i1> %c) {
  %a = and <16 x i32> %x, splat (i32 -1017)
  %b = and <16 x i32> %y, splat (i32 1016)
  %o = or disjoint <16 x i32> %a, %b
  %s = select <16 x i1> %c, <16 x i32> %x, <16 x i32> %o
  ret <16 x i32> %s
}
define <16 x i32> @binary(<16 x i32> %x, <16 x i32> %y, <16 x i1> %c) {
  %o = xor <16 x i32> %x, %y
  %s = select <16 x i1> %c, <16 x i32> %o, <16 x i32> %x
  ret <16 x i32> %s
}
