; SPDX-License-Identifier: Apache-2.0
; Rows stay a thread's own where not all lanes are here (@masked: another lane would do it), where elements are
; not computed alike (@swapped, @two_operations), with a number of the lane's own (@own_factor), where rows do not
; lie one behind the other (@gaps), where the row is used otherwise, too (@sum_of_the_row), and where an access is
; to be seen as it is (@volatile). @control is regrouped.
;
; RUN: --from regroup-rows --isa avx2 --stop-after regroup-rows --changes

; CHECK: ; changed: {{.*}}regroup-rows:1{{$}}
; CHECK-LABEL: define void @control(
; CHECK: store float
; CHECK-LABEL: define void @masked(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @swapped(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @two_operations(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @own_factor(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @gaps(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @volatile(
; CHECK: store <2 x float>
; CHECK-LABEL: define void @sum_of_the_row(
; CHECK: store <2 x float>
define void @control() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fmul float %a1, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @masked() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 %low)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fmul float %a1, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @swapped() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a1, 2.0
  %n1 = fmul float %a0, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @two_operations() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fadd float %a1, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @own_factor() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, %own
  %n1 = fmul float %a1, %own
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @gaps() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <4 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fmul float %a1, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @volatile() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load volatile <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fmul float %a1, 2.0
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
define void @sum_of_the_row() {
entry:
  %lane = call i32 @heddle.lane()
  %low = icmp ult i32 %lane, 7
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %i = zext nneg i32 %lane to i64
  %own = uitofp i32 %lane to float
  %p = getelementptr <2 x float>, ptr %x, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %a0 = extractelement <2 x float> %a, i32 0
  %a1 = extractelement <2 x float> %a, i32 1
  %n0 = fmul float %a0, 2.0
  %n1 = fmul float %a1, 2.0
  %sum = fadd float %n0, %n1
  %far = getelementptr float, ptr %x, i64 %i
  %off = getelementptr i8, ptr %far, i64 8192
  store float %sum, ptr %off
  %r0 = insertelement <2 x float> poison, float %n0, i32 0
  %r1 = insertelement <2 x float> %r0, float %n1, i32 1
  store <2 x float> %r1, ptr %p, align 8
  ret void
}
declare void @heddle.mask(i1)
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
