; SPDX-License-Identifier: Apache-2.0
; An array that a kernel only writes: past the caches where the launch fills more than they hold and
; the warp's lines begin at its first lane. An array that it reads as well is stored to as usual.
;
;   x[lane] = x[lane] + 1; y[lane] = 7
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: icmp ult i64 {{.*}}, 4
; CHECK: store <32 x i32> {{.*}}, ptr {{.*}}, align 4{{$}}
; CHECK: br i1
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 64, !nontemporal
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 4{{$}}
; CHECK-NOT: nontemporal !
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %second = getelementptr i8, ptr %block, i64 8
  %x = load ptr, ptr %block, !invariant.load !0
  %y = load ptr, ptr %second, !invariant.load !0
  %px = getelementptr i32, ptr %x, i32 %lane
  %py = getelementptr i32, ptr %y, i32 %lane
  %v = load i32, ptr %px
  %w = add i32 %v, 1
  store i32 %w, ptr %px
  store i32 7, ptr %py
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
