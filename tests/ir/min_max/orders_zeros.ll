; SPDX-License-Identifier: Apache-2.0
; Minimum and maximum are the CPU's range instruction; with a constant that is not the wrong zero, one
; comparison and choice.
;
; RUN: --from min-max --isa avx512

; CHECK-LABEL: @warp(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> {{.*}}, i32 4,
; CHECK: ret <32 x float>
define <32 x float> @warp(<32 x float> %a, <32 x float> %b) {
  %m = call <32 x float> @llvm.minimumnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %m
}
; CHECK-LABEL: @thread(
; CHECK: call <2 x double> @llvm.x86.avx512.mask.range.sd({{.*}}, i32 5,
define double @thread(double %a, double %b) {
  %m = call double @llvm.maximumnum.f64(double %a, double %b)
  ret double %m
}
; CHECK-LABEL: @positive(
; CHECK: [[LARGER:%.*]] = fcmp ogt <32 x float> %a, zeroinitializer
; CHECK: select <32 x i1> [[LARGER]], <32 x float> %a, <32 x float> zeroinitializer
; CHECK-NOT: range
; CHECK: ret
define <32 x float> @positive(<32 x float> %a) {
  %m = call <32 x float> @llvm.maximumnum.v32f32(<32 x float> zeroinitializer, <32 x float> %a)
  ret <32 x float> %m
}

; What is read may be a NaN that signals, for which vrange would be it; what is computed is none.
; CHECK-LABEL: @read(
; CHECK: [[A:%.*]] = call <16 x float> @llvm.canonicalize.v16f32(<16 x float> %a)
; CHECK-NOT: canonicalize
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> [[A]], <16 x float> %sum
define <16 x float> @read(<16 x float> %a, <16 x float> %b) {
  %sum = fadd <16 x float> %a, %b
  %m = call <16 x float> @llvm.maximumnum.v16f32(<16 x float> %a, <16 x float> %sum)
  ret <16 x float> %m
}
; The largest of many: the one so far needs no look.
; CHECK-LABEL: @largest(
; CHECK-COUNT-1: call <16 x float> @llvm.canonicalize.v16f32(<16 x float> %x)
; CHECK-NOT: canonicalize
; CHECK: ret
define <16 x float> @largest(ptr %p, i1 %more) {
entry:
  br label %loop
loop:
  %best = phi <16 x float> [ zeroinitializer, %entry ], [ %m, %loop ]
  %x = load <16 x float>, ptr %p
  %m = call <16 x float> @llvm.maximumnum.v16f32(<16 x float> %best, <16 x float> %x)
  br i1 %more, label %loop, label %end
end:
  ret <16 x float> %m
}
