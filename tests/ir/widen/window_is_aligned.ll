; SPDX-License-Identifier: Apache-2.0
; Lanes that read every other element, from the second on: whole, aligned vectors, of which each lane
; picks its own.
;
;   v = s[2 * lane + 1], s aligned to 64 bytes
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: gather
; CHECK: load <16 x i32>, ptr {{.*}}, align 64
; CHECK: shufflevector <16 x i32> {{.*}} <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15,
; CHECK: load <16 x i32>, ptr {{.*}}, align 64
; CHECK: shufflevector <16 x i32> {{.*}} i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
; CHECK-NOT: gather
; CHECK: store <32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %s = load ptr, ptr %block, !align !0
  %lane = call i32 @heddle.lane()
  %two = shl i32 %lane, 1
  %odd = add i32 %two, 1
  %q = getelementptr i32, ptr %s, i32 %odd
  %v = load i32, ptr %q
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 %v, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{i64 64}
