; SPDX-License-Identifier: Apache-2.0
; The entry point runs the full warps of a block of 71 threads in a loop and the partial one after it,
; and tells the engine which one it is in.
;
; RUN: --from share-subexpressions --stop-after clean-up-entry-point --block 71

; CHECK: @heddle_kernel_code = constant
; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: [[CURRENT:%.*]] = getelementptr inbounds nuw i8, ptr %0, i64 104
; CHECK: warps:
; CHECK: store volatile i32 %warp, ptr [[CURRENT]]
; CHECK: call void @note(i32 %warp, i32 32)
; CHECK: br i1 {{.*}}, label %warps, label %warps.done{{$}}
; CHECK: warps.done:
; CHECK: store volatile i32 2, ptr [[CURRENT]]
; CHECK: call void @note(i32 2, i32 7)
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  call void @note(i32 %warp, i32 32)
  ret void
}
define internal void @kernel.last.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  call void @note(i32 %warp, i32 7)
  ret void
}
declare void @note(i32, i32)
