; SPDX-License-Identifier: Apache-2.0
; Lanes that update one address and do not look at the old value make one update, for every
; operation whose order does not matter.
;
; RUN: --from defer-additions --stop-after widen

; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: atomicrmw add ptr
; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: atomicrmw sub ptr
; CHECK: call i32 @llvm.vector.reduce.and.v32i32
; CHECK: atomicrmw and ptr
; CHECK: call i32 @llvm.vector.reduce.or.v32i32
; CHECK: atomicrmw or ptr
; CHECK: call i32 @llvm.vector.reduce.xor.v32i32
; CHECK: atomicrmw xor ptr
; CHECK: call i32 @llvm.vector.reduce.smin.v32i32
; CHECK: atomicrmw min ptr
; CHECK: call i32 @llvm.vector.reduce.umin.v32i32
; CHECK: atomicrmw umin ptr
; CHECK: call i32 @llvm.vector.reduce.umax.v32i32
; CHECK: atomicrmw umax ptr
; CHECK: call reassoc float @llvm.vector.reduce.fadd.v32f32
; CHECK: atomicrmw fadd ptr
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %f = bitcast i32 %v to float
  %u0 = atomicrmw add ptr %block, i32 %v monotonic
  %u1 = atomicrmw sub ptr %block, i32 %v monotonic
  %u2 = atomicrmw and ptr %block, i32 %v monotonic
  %u3 = atomicrmw or ptr %block, i32 %v monotonic
  %u4 = atomicrmw xor ptr %block, i32 %v monotonic
  %u5 = atomicrmw min ptr %block, i32 %v monotonic
  %u6 = atomicrmw umin ptr %block, i32 %v monotonic
  %u7 = atomicrmw umax ptr %block, i32 %v monotonic
  %u8 = atomicrmw fadd ptr %block, float %f monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
