; SPDX-License-Identifier: Apache-2.0
; Each element has a factor of its own, which all lanes share: a lane takes the one of the element that it has. Of
; rows of two that is the same for each stretch of 32 elements, here a constant; of rows of three it differs, and the
; second factor is made behind the first product.
;
; RUN: --from regroup-rows --isa avx2 --stop-after widen --changes

; CHECK: ; changed: {{.*}}regroup-rows:2
; CHECK-LABEL: define internal void @kernel.warp(
; CHECK-NOT: shufflevector <64
; CHECK: fmul <32 x float> {{.*}}, <float 2.000000e+00, float 3.000000e+00, float 2.000000e+00, float 3.000000e+00,
; CHECK: fmul <32 x float> {{.*}}, <float 2.000000e+00, float 3.000000e+00, float 2.000000e+00, float 3.000000e+00,
; CHECK-NOT: shufflevector <96
; CHECK-COUNT-3: fmul <32 x float>
; CHECK: ret void
define void @kernel() {
entry:
  call void @heddle.mask(i1 true)
  %lane = call i32 @heddle.lane()
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %m0 = fmul float %a0, 2.0
  %m1 = fmul float %a1, 3.0
  %q0 = insertelement <2 x float> poison, float %m0, i32 0
  %q1 = insertelement <2 x float> %q0, float %m1, i32 1
  store <2 x float> %q1, ptr %p, align 8
  %y = getelementptr i8, ptr %x, i64 4096
  %q = getelementptr [3 x float], ptr %y, i64 %i
  %c = load <3 x float>, ptr %q, align 4
  %c0 = extractelement <3 x float> %c, i32 0
  %c1 = extractelement <3 x float> %c, i32 1
  %c2 = extractelement <3 x float> %c, i32 2
  %f = load float, ptr %block
  %n0 = fmul float %c0, %f
  %g = fadd float %f, 1.0
  %n1 = fmul float %c1, %g
  %n2 = fmul float %c2, 5.0
  %r0 = insertelement <3 x float> poison, float %n0, i32 0
  %r1 = insertelement <3 x float> %r0, float %n1, i32 1
  %r2 = insertelement <3 x float> %r1, float %n2, i32 2
  store <3 x float> %r2, ptr %q, align 4
  ret void
}
declare void @heddle.mask(i1)
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
