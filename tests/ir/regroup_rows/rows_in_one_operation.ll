; SPDX-License-Identifier: Apache-2.0
; The optimiser has made one operation of those on four bytes: they are regrouped as well, also through a conversion.
;
; RUN: --from regroup-rows --isa avx2 --stop-after widen --changes

; CHECK: ; changed: {{.*}}regroup-rows:2
; CHECK-LABEL: define internal void @kernel.warp(
; CHECK-NOT: shufflevector <128
; CHECK: load <32 x i8>
; CHECK-COUNT-4: xor <32 x i8> {{%.*}}, splat (i8 -1)
; CHECK-COUNT-4: uitofp <32 x i8> {{%.*}} to <32 x float>
; CHECK-NOT: shufflevector <128
; CHECK: ret void
define void @kernel() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %p = getelementptr <4 x i8>, ptr %x, i64 %i
  %a = load <4 x i8>, ptr %p, align 4
  %r = xor <4 x i8> %a, splat (i8 -1)
  store <4 x i8> %r, ptr %p, align 4
  %s = getelementptr i8, ptr %x, i64 4096
  %t = getelementptr <4 x float>, ptr %s, i64 %i
  %f = uitofp <4 x i8> %a to <4 x float>
  store <4 x float> %f, ptr %t, align 16
  ret void
}
declare void @heddle.mask(i1)
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
