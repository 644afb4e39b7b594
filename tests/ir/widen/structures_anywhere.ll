; SPDX-License-Identifier: Apache-2.0
; Structures at unrelated places go through the stack, and out in the largest numbers that fit into what is left of
; them; those of 8 and 16 bytes and more go out of registers, their last part with some of the one before. All are
; aligned to no more than their distance. Not so where members have bits that memory does not show,
; nor where all lanes have one place: the last one's is stored.
;
; RUN: --from defer-additions --stop-after widen --isa avx2

; CHECK-LABEL: define internal void @kernel.three.warp(
; CHECK: alloca [1 x <96 x i8>]
; CHECK: lanes:
; CHECK: store i16 {{%.*}}, ptr {{%.*}}, align 1
; CHECK: [[LEFT:%.*]] = load i8, ptr {{%.*}}, align 1
; CHECK: [[AT:%.*]] = getelementptr i8, ptr {{%.*}}, i64 2
; CHECK-NEXT: store i8 [[LEFT]], ptr [[AT]], align 1
; CHECK: lanes.done:
; CHECK: store <2 x i64> {{%.*}}, ptr {{%.*}}, align 32
; CHECK: store <2 x i64> {{%.*}}, ptr {{%.*}}, align 8
; CHECK-NOT: align 16
; CHECK: ret void

; CHECK-LABEL: define internal void @kernel.odd.warp(
; CHECK-NOT: alloca <64 x i12>
; CHECK: ret void

; CHECK-LABEL: define internal void @kernel.one.warp(
; CHECK-NOT: alloca
; CHECK: ctlz
; CHECK: ret void
define void @kernel.three(i1 %on, i32 %index, <3 x i8> %three, <3 x i64> %longs) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %a = getelementptr [3 x i8], ptr %x, i32 %index
  store <3 x i8> %three, ptr %a, align 1
  %b = getelementptr [4 x i64], ptr %x, i32 %index
  store <3 x i64> %longs, ptr %b, align 32
  ret void
}
define void @kernel.odd(i1 %on, i32 %index, <2 x i12> %odd) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  %c = getelementptr [2 x i32], ptr %x, i32 %index
  store <2 x i12> %odd, ptr %c, align 4
  ret void
}
define void @kernel.one(i1 %on, <3 x i64> %longs) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %x = load ptr, ptr %block, !invariant.load !0
  store <3 x i64> %longs, ptr %x, align 8
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
