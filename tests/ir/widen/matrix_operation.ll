; SPDX-License-Identifier: Apache-2.0
; A matrix operation: the words of all lanes, also those that are the same for all, go to the
; engine's function for this instruction set, and its results are read from memory.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK-DAG: [[OUT:%.*]] = alloca [2 x <32 x i32>]
; CHECK-DAG: [[IN:%.*]] = alloca [4 x <32 x i32>]
; CHECK: [[V:%.*]] = load <32 x i32>
; CHECK: [[FIRST:%.*]] = getelementptr inbounds <32 x i32>, ptr [[IN]], i64 0
; CHECK: store <32 x i32> [[V]], ptr [[FIRST]]
; CHECK: [[SECOND:%.*]] = getelementptr inbounds <32 x i32>, ptr [[IN]], i64 1
; CHECK: store <32 x i32> splat (i32 7), ptr [[SECOND]]
; CHECK: call void @heddle_rt_mma_m8n8k16_s32_s8_s8_s32_{{[a-z0-9]+}}(ptr [[IN]], ptr [[OUT]])
; CHECK: [[AT:%.*]] = getelementptr inbounds <32 x i32>, ptr [[OUT]], i64 1
; CHECK: [[RESULT:%.*]] = load <32 x i32>, ptr [[AT]]
; CHECK: store <32 x i32> [[RESULT]]
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %d = call { i32, i32 } @heddle.mma_m8n8k16_s32_s8_s8_s32(i32 %v, i32 7, i32 0, i32 %v)
  %one = extractvalue { i32, i32 } %d, 1
  store i32 %one, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare { i32, i32 } @heddle.mma_m8n8k16_s32_s8_s8_s32(i32, i32, i32, i32)
