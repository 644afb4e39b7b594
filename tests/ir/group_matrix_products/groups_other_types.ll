; SPDX-License-Identifier: Apache-2.0
; Products of integers, and of halves whose sums are two words of halves.
;
; RUN: --from group-matrix-products --stop-after group-matrix-products

; CHECK-LABEL: define void @kernel(
; CHECK: [[D:%.*]] = call { i32, i32, i32, i32, i32, i32, i32, i32 } @heddle.mma_m16n8k16_s32_s8_s8_s32.group.1x2(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7)
; CHECK: [[E:%.*]] = call { i32, i32, i32, i32 } @heddle.mma_m16n8k8_f16_f16_f16_f16.group.1x2(i32 %a0, i32 %a1, i32 %b0, i32 %b1, i32 0, i32 1, i32 2, i32 3)
; CHECK: extractvalue {{.*}} [[E]], 3
define void @kernel(i32 %a0, i32 %a1, i32 %b0, i32 %b1, ptr %p) {
entry:
  %d0 = call {i32, i32, i32, i32} @heddle.mma_m16n8k16_s32_s8_s8_s32(i32 %a0, i32 %a1, i32 %b0, i32 0, i32 1, i32 2, i32 3)
  %d1 = call {i32, i32, i32, i32} @heddle.mma_m16n8k16_s32_s8_s8_s32(i32 %a0, i32 %a1, i32 %b1, i32 4, i32 5, i32 6, i32 7)
  %w0 = extractvalue {i32, i32, i32, i32} %d0, 3
  %w1 = extractvalue {i32, i32, i32, i32} %d1, 3
  %s = add i32 %w0, %w1
  store i32 %s, ptr %p
  %e0 = call {i32, i32} @heddle.mma_m16n8k8_f16_f16_f16_f16(i32 %a0, i32 %a1, i32 %b0, i32 0, i32 1)
  %e1 = call {i32, i32} @heddle.mma_m16n8k8_f16_f16_f16_f16(i32 %a0, i32 %a1, i32 %b1, i32 2, i32 3)
  %x1 = extractvalue {i32, i32} %e1, 1
  %q = getelementptr i32, ptr %p, i32 1
  store i32 %x1, ptr %q
  ret void
}
declare {i32, i32, i32, i32} @heddle.mma_m16n8k16_s32_s8_s8_s32(i32, i32, i32, i32, i32, i32, i32)
declare {i32, i32} @heddle.mma_m16n8k8_f16_f16_f16_f16(i32, i32, i32, i32, i32)
