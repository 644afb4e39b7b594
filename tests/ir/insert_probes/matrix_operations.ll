; SPDX-License-Identifier: Apache-2.0
; A tool that asks for warp operations (event 128) hears of matrix operations, too: of the
; first of each block of code, since the others have the same lanes; not one that counts.
;
; RUN: --from merge-accesses --stop-after split-masked-accesses --probes 128
; RUN: --from merge-accesses --stop-after split-masked-accesses --probes 134217856 | COUNTS

; CHECK: call void @heddle.probe.matrix(ptr {{.*}}, i32 -1, i32 0, i32 0)
; CHECK-NEXT: call {{.*}} @heddle.mma_m16n8k8_f32_f16_f16_f32
; CHECK-NOT: heddle.probe
; CHECK: call {{.*}} @heddle.mma_m16n8k8_f32_f16_f16_f32
; CHECK: work:
; CHECK: call void @heddle.probe.matrix
; CHECK-NEXT: call {{.*}} @heddle.mma_m16n8k8_f32_f16_f16_f32

; COUNTS-NOT: heddle.probe.matrix
define void @kernel(i32 %a, i32 %b, ptr %p) {
entry:
  %lane = call i32 @heddle.lane()
  %d0 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %w0 = extractvalue {i32, i32, i32, i32} %d0, 0
  store i32 %w0, ptr %p
  %d1 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %w1 = extractvalue {i32, i32, i32, i32} %d1, 0
  store i32 %w1, ptr %p
  %low = icmp ult i32 %lane, 16
  br i1 %low, label %work, label %end
work:
  %d2 = call {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32 %a, i32 %a, i32 %b, i32 0, i32 0, i32 0, i32 0)
  %w2 = extractvalue {i32, i32, i32, i32} %d2, 0
  store i32 %w2, ptr %p
  br label %end
end:
  ret void
}
declare i32 @heddle.lane()
declare {i32, i32, i32, i32} @heddle.mma_m16n8k8_f32_f16_f16_f32(i32, i32, i32, i32, i32, i32, i32) convergent
