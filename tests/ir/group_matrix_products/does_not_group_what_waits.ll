; SPDX-License-Identifier: Apache-2.0
; Products stay alone that share no operand, of which one needs the other's sum, of which a sum is
; stored before the other, that are of two blocks or two forms, and those of a form of which the engine
; has no groups.
;
; RUN: --from group-matrix-products --stop-after group-matrix-products --changes

; CHECK: ; changed: none
; CHECK-NOT: .group.
define void @kernel(i32 %a, i32 %b, i32 %c, ptr %p) {
entry:
  %d0 = call {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %d1 = call {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32 %b, i32 %a, i32 %a, i32 0, i32 0, i32 0, i32 0)
  %w0 = extractvalue {i32, i32, i32, i32} %d0, 0
  %d2 = call {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32 %a, i32 %a, i32 %b, i32 %w0, i32 0, i32 0, i32 0)
  %w2 = extractvalue {i32, i32, i32, i32} %d2, 0
  store i32 %w2, ptr %p
  %d3 = call {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32 %a, i32 %a, i32 %c, i32 0, i32 0, i32 0, i32 0)
  %w3 = extractvalue {i32, i32, i32, i32} %d3, 0
  store i32 %w3, ptr %p
  %e = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  br label %next
next:
  %f = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a, i32 %a, i32 %c, i32 0, i32 0, i32 0, i32 0)
  %f1 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %f2 = call {i32, i32, i32, i32} @heddle.mma_m16n8k16_f32_e4m3_e4m3_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %f3 = call {i32, i32, i32, i32} @heddle.mma_m16n8k16_f32_e4m3_e4m3_f32(i32 %a, i32 %a, i32 %c, i32 0, i32 0, i32 0, i32 0)
  ret void
}
declare {i32, i32, i32, i32} @heddle.mma_m16n8k4_f32_tf32_tf32_f32(i32, i32, i32, i32, i32, i32, i32)
declare {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32, i32, i32, i32, i32, i32, i32)
declare {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32, i32, i32, i32, i32, i32, i32)
declare {i32, i32, i32, i32} @heddle.mma_m16n8k16_f32_e4m3_e4m3_f32(i32, i32, i32, i32, i32, i32, i32)
