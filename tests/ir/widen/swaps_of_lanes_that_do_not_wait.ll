; SPDX-License-Identifier: Apache-2.0
; Where no lane waits for another, compare-and-swap begins with the lowest lane, always.
;
; RUN: --from defer-additions --stop-after widen --isa avx2

; CHECK-LABEL: @kernel.full.warp(
; CHECK-NOT: fshr
; CHECK: cmpxchg ptr
; CHECK-NOT: fshr
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %pair = cmpxchg ptr %block, i32 0, i32 1 monotonic monotonic
  %found = extractvalue { i32, i1 } %pair, 0
  store i32 %found, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
