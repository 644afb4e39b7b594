; SPDX-License-Identifier: Apache-2.0
; What a wgmma of 24 columns reads: of A the piece that the lane has of its warp's rows; of B 48 pieces, so two loads,
; in the second of which half of the lanes read what the others do. Where a tool hears of accesses (event 4) only, and not
; where one counts (134217728).
;
; RUN: --from show-matrix-operands --stop-after show-matrix-operands --probes 4
; RUN: --from show-matrix-operands --stop-after show-matrix-operands --probes 134217732 | COUNTED
; RUN: --from show-matrix-operands --stop-after show-matrix-operands | COUNTED

; CHECK-COUNT-3: load <4 x i32>, ptr {{.*}}, align 16
; CHECK-NOT: load <4 x i32>
; CHECK: call { i32, i32, i32, i32, i32, i32 } @heddle.wgmma_f16_f16_f16.n24({{.*}}) [ "heddle.operands"(<4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}}) ]

; A in registers.
; CHECK-COUNT-1: load <4 x i32>, ptr {{.*}}, align 16
; CHECK: @heddle.wgmma_f16_f16_f16.n8.a({{.*}}) [ "heddle.operands"(<4 x i32> %{{[^,]*}}) ]

; COUNTED-NOT: load <4 x i32>
; COUNTED-NOT: heddle.operands"
define void @kernel() {
entry:
  %lane = call i32 @heddle.lane()
  %d = call { i32, i32, i32, i32, i32, i32 } @heddle.wgmma_f16_f16_f16.n24(i32 0, i32 0, i32 1, i32 259, i32 4, i32 5, i32 6, i32 7, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  %e = call { i32, i32 } @heddle.wgmma_f16_f16_f16.n8.a(i32 0, i32 0, i32 1, i32 4353, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 %lane, i32 %lane)
  ret void
}
declare i32 @heddle.lane()
declare { i32, i32, i32, i32, i32, i32 } @heddle.wgmma_f16_f16_f16.n24(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(read)
declare { i32, i32 } @heddle.wgmma_f16_f16_f16.n8.a(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(read)
