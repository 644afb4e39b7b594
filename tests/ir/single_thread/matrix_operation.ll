; SPDX-License-Identifier: Apache-2.0
; A thread that runs alone brings its words to where the others of its warp come to, and gets its
; own of the result.
;
; RUN: --from single-thread --stop-after describe-kernel --single-threads
; CHECK-LABEL: define internal void @kernel.thread(ptr %0, ptr %1)
; CHECK: [[OUT:%.*]] = alloca [2 x i32]
; CHECK: [[IN:%.*]] = alloca [4 x i32]
; CHECK: [[FIRST:%.*]] = getelementptr inbounds i32, ptr [[IN]], i64 0
; CHECK: store i32 %v, ptr [[FIRST]]
; CHECK: call void @heddle_ref_matrix(ptr %0, ptr %1, ptr @heddle_rt_mma_m8n8k16_s32_s8_s8_s32_{{[a-z0-9]+}}, i32 4, i32 2, ptr [[IN]], ptr [[OUT]])
; CHECK: [[AT:%.*]] = getelementptr inbounds i32, ptr [[OUT]], i64 1
; CHECK: load i32, ptr [[AT]]
; CHECK: ret void
define internal void @kernel() {
  %block = call ptr @heddle.block()
  %v = load i32, ptr %block
  %d = call { i32, i32 } @heddle.mma_m8n8k16_s32_s8_s8_s32(i32 %v, i32 7, i32 0, i32 %v)
  %one = extractvalue { i32, i32 } %d, 1
  store i32 %one, ptr %block
  ret void
}
declare ptr @heddle.block()
declare { i32, i32 } @heddle.mma_m8n8k16_s32_s8_s8_s32(i32, i32, i32, i32)
