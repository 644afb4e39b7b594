; SPDX-License-Identifier: Apache-2.0
; Tidy merges what widening made twice, and keeps masked accesses masked.
;
; RUN: --from clean-up-warps --stop-after bounds-masks

; CHECK: load <32 x i32>
; CHECK-NOT: load
; CHECK: call void @llvm.masked.store.v32i32.p0({{.*}}, <32 x i1> %mask)
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %a = load <32 x i32>, ptr %block, align 4
  %b = load <32 x i32>, ptr %block, align 4
  %sum = add <32 x i32> %a, %b
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %sum, ptr align 4 %context, <32 x i1> %mask)
  ret void
}
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, <32 x i1>)
