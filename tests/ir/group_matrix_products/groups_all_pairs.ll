; SPDX-License-Identifier: Apache-2.0
; Two operands A with two B each: one call, in the place of the last product; a load between them
; stays. The products of the next step, which add to these, are a group of their own. A word that
; is cast before the last product is cast behind the group.
;
; RUN: --from group-matrix-products --stop-after group-matrix-products

; CHECK-LABEL: define void @kernel(
; CHECK: %next = load i32, ptr %p
; CHECK-NEXT: [[D:%.*]] = call { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 } @heddle.mma_m16n8k8_f32_bf16_bf16_f32.group.2x2(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15)
; CHECK: [[FIRST:%.*]] = extractvalue {{.*}} [[D]], 0
; CHECK: [[SECOND:%.*]] = extractvalue {{.*}} [[D]], 4
; CHECK: %cast = bitcast i32 [[FIRST]] to float
; CHECK: call {{.*}} @heddle.mma_m16n8k8_f32_bf16_bf16_f32.group.1x2(i32 %next, i32 %a1, i32 %b0, i32 %b1, i32 [[FIRST]], i32 1, i32 2, i32 3, i32 [[SECOND]], i32 5, i32 6, i32 7)
; CHECK-NOT: call {{.*}} @heddle.mma
; CHECK: store float %cast
define void @kernel(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, ptr %p) {
entry:
  %d00 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a0, i32 %a1, i32 %b0, i32 0, i32 1, i32 2, i32 3)
  %w00 = extractvalue {i32, i32, i32, i32} %d00, 0
  %cast = bitcast i32 %w00 to float
  %d01 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a0, i32 %a1, i32 %b1, i32 4, i32 5, i32 6, i32 7)
  %w01 = extractvalue {i32, i32, i32, i32} %d01, 0
  %d10 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a2, i32 %a3, i32 %b0, i32 8, i32 9, i32 10, i32 11)
  %next = load i32, ptr %p
  %d11 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %a2, i32 %a3, i32 %b1, i32 12, i32 13, i32 14, i32 15)
  %w11 = extractvalue {i32, i32, i32, i32} %d11, 3
  %e0 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %next, i32 %a1, i32 %b0, i32 %w00, i32 1, i32 2, i32 3)
  %e1 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32 %next, i32 %a1, i32 %b1, i32 %w01, i32 5, i32 6, i32 7)
  %x1 = extractvalue {i32, i32, i32, i32} %e1, 2
  store float %cast, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  store i32 %x1, ptr %q
  %r = getelementptr i32, ptr %p, i32 2
  store i32 %w11, ptr %r
  ret void
}
declare {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_bf16_bf16_f32(i32, i32, i32, i32, i32, i32, i32)
