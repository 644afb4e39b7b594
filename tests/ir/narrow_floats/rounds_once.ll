; SPDX-License-Identifier: Apache-2.0
; Half arithmetic becomes float arithmetic that is rounded once, with the CPU's conversions.
;
; RUN: --from narrow-floats --isa avx512

; CHECK-LABEL: @add(
; CHECK: [[A:%.*]] = fpext <32 x half> %a to <32 x float>
; CHECK: [[B:%.*]] = fpext <32 x half> %b to <32 x float>
; CHECK: [[SUM:%.*]] = fadd <32 x float> [[A]], [[B]]
; CHECK: [[NAN:%.*]] = fcmp uno <32 x float> [[SUM]], [[SUM]]
; CHECK: [[BITS:%.*]] = bitcast <32 x float> [[SUM]] to <32 x i32>
; CHECK: [[CHOSEN:%.*]] = select <32 x i1> [[NAN]], <32 x i32> splat (i32 2147483647), <32 x i32> [[BITS]]
; CHECK: [[FLOATS:%.*]] = bitcast <32 x i32> [[CHOSEN]] to <32 x float>
; CHECK: fptrunc <32 x float> [[FLOATS]] to <32 x half>
define <32 x half> @add(<32 x half> %a, <32 x half> %b) {
  %s = fadd contract <32 x half> %a, %b
  ret <32 x half> %s
}

; The sum of an exact product is made odd before it is rounded.
; CHECK-LABEL: @fma(
; CHECK-NOT: @llvm.fma
; CHECK: [[PRODUCT:%.*]] = fmul float
; CHECK: [[SUM:%.*]] = fadd float [[PRODUCT]],
; CHECK: [[PART:%.*]] = fsub float [[SUM]], [[PRODUCT]]
; CHECK: [[STEP:%.*]] = ashr i32 {{.*}}, 31
; CHECK: [[NEXT:%.*]] = add i32 {{.*}}, [[STEP]]
; CHECK: [[ODD:%.*]] = or i32 [[NEXT]], 1
; CHECK: [[INEXACT:%.*]] = fcmp one float {{.*}}, 0.0
; CHECK: select i1 [[INEXACT]], i32 [[ODD]],
; CHECK: fptrunc float {{.*}} to half
define half @fma(half %a, half %b, half %c) {
  %f = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %f
}

; A float fma of bfloats is right but where it is the middle of two bfloats and not exact: there the
; rest, whose sign a second one tells, moves it to the right side.
; CHECK-LABEL: @fma_of_bfloats(
; CHECK: [[SUM:%.*]] = call <32 x float> @llvm.fma.v32f32(<32 x float> [[A:%.*]], <32 x float> [[B:%.*]], <32 x float> [[C:%.*]])
; CHECK: [[BITS:%.*]] = bitcast <32 x float> [[SUM]] to <32 x i32>
; CHECK: [[MINUS:%.*]] = fneg <32 x float> [[SUM]]
; CHECK: [[PART:%.*]] = call <32 x float> @llvm.fma.v32f32(<32 x float> [[A]], <32 x float> [[B]], <32 x float> [[MINUS]])
; CHECK: [[REST:%.*]] = fadd <32 x float> [[PART]], [[C]]
; CHECK: icmp eq <32 x i32> {{.*}}, splat (i32 32768)
; CHECK: fcmp one <32 x float> [[REST]], zeroinitializer
; CHECK-NOT: double
; CHECK: ret <32 x bfloat>
define <32 x bfloat> @fma_of_bfloats(<32 x bfloat> %a, <32 x bfloat> %b, <32 x bfloat> %c) {
  %f = call <32 x bfloat> @llvm.fma.v32bf16(<32 x bfloat> %a, <32 x bfloat> %b, <32 x bfloat> %c)
  ret <32 x bfloat> %f
}

; bfloat is integers: the CPU's instruction would flush subnormals.
; CHECK-LABEL: @to_bfloat(
; CHECK-NOT: fptrunc
; CHECK: add <32 x i32> {{.*}}, splat (i32 32767)
; CHECK: ret <32 x bfloat>
define <32 x bfloat> @to_bfloat(<32 x float> %x) {
  %n = fptrunc <32 x float> %x to <32 x bfloat>
  ret <32 x bfloat> %n
}

; From double through an odd float.
; CHECK-LABEL: @from_double(
; CHECK: fptrunc double %x to float
; CHECK: fcmp one double
; CHECK: fptrunc float {{.*}} to half
define half @from_double(double %x) {
  %n = fptrunc double %x to half
  ret half %n
}

; CHECK-LABEL: @atomic(
; CHECK-NOT: atomicrmw fadd
; CHECK: cmpxchg ptr %p, i16
define half @atomic(ptr %p, half %x) {
  %old = atomicrmw fadd ptr %p, half %x monotonic, align 2
  ret half %old
}

declare half @llvm.fma.f16(half, half, half)
declare <32 x bfloat> @llvm.fma.v32bf16(<32 x bfloat>, <32 x bfloat>, <32 x bfloat>)
