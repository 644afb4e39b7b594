; SPDX-License-Identifier: Apache-2.0
; Rows are not moved through registers of 16 bytes where each word is an access of its own that
; others see (volatile ones), where lanes lie side by side, so that vectors of lanes are cheaper, and
; where the CPU has no 256 bits.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa baseline | BASELINE

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: {{(load|store)}} volatile <
; CHECK-COUNT-4: store volatile i32
; CHECK: store <128 x i32>
; CHECK-NOT: {{(load|store)}} volatile <
; CHECK: ret void

; BASELINE-LABEL: define internal void @kernel.full.warp(
; BASELINE-NOT: store <4 x i32> {{.*}}, ptr {{.*}}, align 4
; BASELINE: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %second, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %a = insertelement <4 x i32> poison, i32 %index, i32 0
  %all = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> zeroinitializer
  %seen = getelementptr [24 x i32], ptr %in, i32 %index
  store volatile <4 x i32> %all, ptr %seen, align 4
  %side = getelementptr <4 x i32>, ptr %out, i32 %lane
  store <4 x i32> %all, ptr %side, align 16
  %row = getelementptr [24 x i32], ptr %in, i32 %index
  store <4 x i32> %all, ptr %row, align 4
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
