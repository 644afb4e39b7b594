; SPDX-License-Identifier: Apache-2.0
; Lanes that update different cells of shared memory: the lanes of equal addresses are found, and
; where all add one number, the last of them writes the sum. Otherwise the vector form is for lanes
; whose addresses all differ. Here the lanes ask what they found; those that do not:
; atomics_lane_after_lane.ll.
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; CHECK: [[C:%.*]] = call <16 x i32> @llvm.x86.avx512.conflict.d.512(<16 x i32>
; CHECK: [[OLD:%.*]] = call <16 x i32> @llvm.masked.gather
; CHECK: [[RANK:%.*]] = call <16 x i32> @llvm.ctpop.v16i32(<16 x i32> [[C]])
; CHECK: [[MORE:%.*]] = mul <16 x i32> [[RANK]],
; CHECK: [[FOUND:%.*]] = add <16 x i32> [[OLD]], [[MORE]]
; CHECK: [[NEW:%.*]] = add <16 x i32> [[FOUND]],
; CHECK: call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> [[NEW]]
; CHECK: call void @llvm.sideeffect()
;
; CHECK: [[ANY:%.*]] = call i32 @llvm.vector.reduce.or.v16i32
; CHECK: [[NONE:%.*]] = icmp eq i32 [[ANY]], 0
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[NONE]], i1 true)
; CHECK: br i1 [[ASK]], label %straight, label %wrapped{{(,|$)}}
; CHECK: straight:
; CHECK: [[OLDF:%.*]] = call <16 x float> @llvm.masked.gather
; CHECK: [[NEWF:%.*]] = fadd <16 x float> [[OLDF]],
; CHECK: call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> [[NEWF]]
; CHECK: call void @llvm.sideeffect()
; CHECK: wrapped:
; CHECK: load atomic i32, ptr {{.*}} unordered
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %f = bitcast i32 %v to float
  %bin = and i32 %v, 63
  %shared = addrspacecast ptr %block to ptr addrspace(3)
  %cell = getelementptr i32, ptr addrspace(3) %shared, i32 %bin
  %u0 = atomicrmw add ptr addrspace(3) %cell, i32 1 monotonic
  %u1 = atomicrmw fadd ptr addrspace(3) %cell, float %f monotonic
  store i32 %u0, ptr %at
  %next = getelementptr i8, ptr %at, i32 128
  store float %u1, ptr %next
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
