; SPDX-License-Identifier: Apache-2.0
; Two rows of four floats are multiplied element by element and by one number: lanes take elements side by side, so that vectors
; come from memory and go back as they are. And bytes become floats: the rows differ in size.
;
; RUN: --from regroup-rows --isa avx2 --stop-after widen --changes

; CHECK: ; changed: {{.*}}regroup-rows:2
; CHECK-LABEL: define internal void @kernel.warp(
; CHECK-COUNT-8: load <32 x float>
; CHECK-NOT: shufflevector <128
; CHECK-COUNT-4: store <32 x float>
; CHECK-COUNT-4: load <32 x i8>
; CHECK-COUNT-4: store <32 x float>
; CHECK: ret void
define void @kernel() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %p = getelementptr <4 x float>, ptr %x, i64 %i
  %q = getelementptr i8, ptr %p, i64 4096
  %a = load <4 x float>, ptr %p, align 16
  %b = load <4 x float>, ptr %q, align 16
  %one = load float, ptr %x, !invariant.load !0
  %a0 = extractelement <4 x float> %a, i32 0
  %a1 = extractelement <4 x float> %a, i32 1
  %a2 = extractelement <4 x float> %a, i32 2
  %a3 = extractelement <4 x float> %a, i32 3
  %b0 = extractelement <4 x float> %b, i32 0
  %b1 = extractelement <4 x float> %b, i32 1
  %b2 = extractelement <4 x float> %b, i32 2
  %b3 = extractelement <4 x float> %b, i32 3
  %m0 = fmul float %a0, %b0
  %m1 = fmul float %a1, %b1
  %m2 = fmul float %a2, %b2
  %m3 = fmul float %a3, %b3
  %n0 = fadd float %m0, %one
  %n1 = fadd float %m1, %one
  %n2 = fadd float %m2, %one
  %n3 = fadd float %m3, %one
  %r0 = insertelement <4 x float> poison, float %n0, i32 0
  %r1 = insertelement <4 x float> %r0, float %n1, i32 1
  %r2 = insertelement <4 x float> %r1, float %n2, i32 2
  %r3 = insertelement <4 x float> %r2, float %n3, i32 3
  store <4 x float> %r3, ptr %p, align 16
  %s = getelementptr i8, ptr %x, i64 16384
  %t = getelementptr <4 x i8>, ptr %s, i64 %i
  %c = load <4 x i8>, ptr %t, align 4
  %c0 = extractelement <4 x i8> %c, i32 0
  %c1 = extractelement <4 x i8> %c, i32 1
  %c2 = extractelement <4 x i8> %c, i32 2
  %c3 = extractelement <4 x i8> %c, i32 3
  %f0 = uitofp i8 %c0 to float
  %f1 = uitofp i8 %c1 to float
  %f2 = uitofp i8 %c2 to float
  %f3 = uitofp i8 %c3 to float
  %g0 = insertelement <4 x float> poison, float %f0, i32 0
  %g1 = insertelement <4 x float> %g0, float %f1, i32 1
  %g2 = insertelement <4 x float> %g1, float %f2, i32 2
  %g3 = insertelement <4 x float> %g2, float %f3, i32 3
  store <4 x float> %g3, ptr %q, align 16
  ret void
}
declare void @heddle.mask(i1)
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
