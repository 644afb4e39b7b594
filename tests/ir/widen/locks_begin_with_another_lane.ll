; SPDX-License-Identifier: Apache-2.0
; Where lanes wait for each other, those that want a lock begin with the lane behind the one that was
; the first the last time: each instruction remembers it, in the warp's stack.
;
; RUN: --from defer-additions --stop-after widen --isa avx2

; CHECK-LABEL: @kernel.full.warp(
; CHECK-COUNT-2: %next{{[0-9]*}} = alloca i32
; CHECK: %[[from:[0-9]+]] = load i32, ptr %next
; CHECK: call i32 @llvm.fshr.i32(i32 {{.*}}, i32 %[[from]])
; CHECK: cmpxchg ptr
; CHECK: call i32 @llvm.fshr.i32(
; CHECK: atomicrmw xchg ptr
; CHECK-NOT: call i32 @llvm.fshr.i32(
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %pair = cmpxchg ptr %block, i32 0, i32 1 monotonic monotonic
  %found = extractvalue { i32, i1 } %pair, 0
  %other = atomicrmw xchg ptr %block, i32 %found monotonic
  %sum = atomicrmw umax ptr %at, i32 %other monotonic
  store i32 %sum, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
!heddle.lanes.pass = !{}
