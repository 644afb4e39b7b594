; SPDX-License-Identifier: Apache-2.0
; A group of matrix products: operands go to the engine's function by memory, sums have a place of
; their own, in which they stay where the next group adds to them.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK: call void @heddle_rt_mma_m16n8k4_f32_tf32_tf32_f32_group_{{[a-z0-9]+}}(ptr {{%.*}}, ptr [[SUMS:%.*]], i32 1, i32 2)
; CHECK-COUNT-4: store <32 x i32>
; CHECK-NOT: store
; CHECK: call void @heddle_rt_mma_m16n8k4_f32_tf32_tf32_f32_group_{{[a-z0-9]+}}(ptr {{%.*}}, ptr [[SUMS]], i32 1, i32 2)
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %d = call { i32, i32, i32, i32, i32, i32, i32, i32 } @heddle.mma_m16n8k4_f32_tf32_tf32_f32.group.1x2(i32 %v, i32 7, i32 %v, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 %v)
  %s0 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 0
  %s1 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 1
  %s2 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 2
  %s3 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 3
  %s4 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 4
  %s5 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 5
  %s6 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 6
  %s7 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %d, 7
  %e = call { i32, i32, i32, i32, i32, i32, i32, i32 } @heddle.mma_m16n8k4_f32_tf32_tf32_f32.group.1x2(i32 %v, i32 7, i32 3, i32 %v, i32 %s0, i32 %s1, i32 %s2, i32 %s3, i32 %s4, i32 %s5, i32 %s6, i32 %s7)
  %one = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %e, 5
  store i32 %one, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @heddle.mma_m16n8k4_f32_tf32_tf32_f32.group.1x2(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
