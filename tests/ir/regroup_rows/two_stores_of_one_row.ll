; SPDX-License-Identifier: Apache-2.0
; What is computed from a row goes to two rows, one by way of the other's elements: both are regrouped, and what
; they share is computed once.
;
; RUN: --from regroup-rows --isa avx2 --stop-after regroup-rows --changes

; CHECK: ; changed: {{.*}}regroup-rows:2
; CHECK-LABEL: define void @kernel(
; CHECK-COUNT-2: load double
; CHECK-NOT: load double
; CHECK-COUNT-2: fneg double
; CHECK: store double
; CHECK: store double
; CHECK: store double
; CHECK: store double
; CHECK-NOT: store
; CHECK: ret void
define void @kernel() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %p = getelementptr <2 x double>, ptr %x, i64 %i
  %q = getelementptr i8, ptr %p, i64 4096
  %a = load <2 x double>, ptr %p, align 16
  %a0 = extractelement <2 x double> %a, i32 0
  %a1 = extractelement <2 x double> %a, i32 1
  %n0 = fneg double %a0
  %n1 = fneg double %a1
  %r0 = insertelement <2 x double> poison, double %n0, i32 0
  %r1 = insertelement <2 x double> %r0, double %n1, i32 1
  store <2 x double> %r1, ptr %p, align 16
  %m0 = fmul double %n0, %a0
  %m1 = fmul double %n1, %a1
  %s1 = insertelement <2 x double> poison, double %m1, i32 1
  %s0 = insertelement <2 x double> %s1, double %m0, i32 0
  store <2 x double> %s0, ptr %q, align 16
  ret void
}
declare void @heddle.mask(i1)
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
