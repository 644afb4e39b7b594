; SPDX-License-Identifier: Apache-2.0
; A loop over some lanes loads the address and the operand of each from memory, where the vectors were
; stored once before it.
;
;   atomicAdd(&out[in[lane]], in[lane])
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 20

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK-DAG: [[PLACES:%.*]] = alloca <32 x ptr>, align 64
; CHECK-DAG: [[VALUES:%.*]] = alloca <32 x i32>, align 64
; CHECK-DAG: store <32 x ptr> {{%.*}}, ptr [[PLACES]], align 64
; CHECK-DAG: store <32 x i32> {{%.*}}, ptr [[VALUES]], align 64
; CHECK: [[LANE:%.*]] = call {{.*}}i32 @llvm.cttz.i32(
; CHECK-NOT: extractelement
; CHECK: getelementptr inbounds ptr, ptr [[PLACES]], i32
; CHECK: load ptr, ptr
; CHECK: getelementptr inbounds i32, ptr [[VALUES]], i32
; CHECK: load i32, ptr
; CHECK: atomicrmw add
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %more, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %in, i32 %lane
  %v = load i32, ptr %at
  %v64 = sext i32 %v to i64
  %place = getelementptr i32, ptr %out, i64 %v64
  %unused = atomicrmw add ptr %place, i32 %v monotonic
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
