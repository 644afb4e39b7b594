; SPDX-License-Identifier: Apache-2.0
; What each thread has in a row of 24 words in shared memory is loaded and stored in registers of 16
; bytes, two or four lanes a register; under a mask a lane that is off stores to the stack.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx512 | WIDE

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[NOTHING:%.*]] = alloca <4 x i32>, align 16
; CHECK-NOT: masked.gather
; CHECK-COUNT-64: load <4 x i32>, ptr
; CHECK-NOT: load <4 x i32>, ptr
; CHECK-COUNT-64: store <4 x i32> {{.*}}, ptr
; CHECK: select <32 x i1> {{%.*}}, <32 x ptr> {{%.*}}, <32 x ptr>
; CHECK-COUNT-32: store <4 x i32> {{.*}}, ptr
; CHECK-NOT: masked.scatter
; CHECK: ret void

; WIDE-LABEL: define internal void @kernel.full.warp(
; WIDE-NOT: masked.gather
; WIDE: shufflevector <16 x i32> {{%.*}}, <16 x i32> {{%.*}}, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20,
; WIDE-NOT: masked.scatter
; WIDE: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %shared = addrspacecast ptr %block to ptr addrspace(3)
  %lane = call i32 @heddle.lane()
  %row = getelementptr [24 x i32], ptr addrspace(3) %shared, i32 %lane
  %words = load <8 x i32>, ptr addrspace(3) %row, align 4
  %twice = add <8 x i32> %words, %words
  %behind = getelementptr i8, ptr addrspace(3) %row, i64 64
  store <8 x i32> %twice, ptr addrspace(3) %behind, align 4
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %some = icmp slt i32 %index, 100
  br i1 %some, label %then, label %end
then:
  %to = getelementptr <4 x i32>, ptr %in, i32 %index
  %four = shufflevector <8 x i32> %twice, <8 x i32> poison, <4 x i32> <i32 7, i32 2, i32 3, i32 5>
  store <4 x i32> %four, ptr %to, align 16
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
