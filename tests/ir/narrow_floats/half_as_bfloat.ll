; SPDX-License-Identifier: Apache-2.0
; The bits of a half as those of a bfloat, in another block: LLVM would take them through float, by a function that
; nobody defines.
;
; RUN: --from narrow-floats --isa avx2

; CHECK-LABEL: @bits(
; CHECK-NOT: bitcast half {{%.*}} to bfloat
; CHECK-NOT: bitcast bfloat {{%.*}} to half
; CHECK: ret half
define half @bits(half %a, i1 %c) {
entry:
  %twice = fadd half %a, %a
  %b = bitcast half %twice to bfloat
  br i1 %c, label %then, label %end
then:
  %sum = fadd bfloat %b, %b
  br label %end
end:
  %either = phi bfloat [ %b, %entry ], [ %sum, %then ]
  %r = bitcast bfloat %either to half
  ret half %r
}
