; SPDX-License-Identifier: Apache-2.0
; A float4 a lane, side by side, is one run of whole lines as well: past the caches where a launch
; fills more than they hold.
;
;   y[lane] = x[lane], 16 bytes each
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: icmp ult i64 {{.*}}, 16
; CHECK: br i1
; CHECK: store <128 x float> {{.*}}, ptr {{.*}}, align 64, !nontemporal
; CHECK: store <128 x float> {{.*}}, ptr {{.*}}, align 16{{$}}
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %second = getelementptr i8, ptr %block, i64 8
  %x = load ptr, ptr %block, !invariant.load !0
  %y = load ptr, ptr %second, !invariant.load !0
  %px = getelementptr <4 x float>, ptr %x, i32 %lane
  %py = getelementptr <4 x float>, ptr %y, i32 %lane
  %v = load <4 x float>, ptr %px, align 16
  store <4 x float> %v, ptr %py, align 16
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
