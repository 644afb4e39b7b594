; SPDX-License-Identifier: Apache-2.0
; What some lanes have read before they wrote there is not read anew where all lanes come together.
;
;   if (odd) { t = a[i]; a[i] = x; }   ...t...
;
; RUN: --from clean-up-warps --stop-after clean-up-warps

; CHECK: [[READ:%.*]] = call <32 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: @llvm.masked.load
; CHECK: select <32 x i1> %odd
define void @kernel.body.full.warp(ptr %a, <32 x i1> %odd, <32 x i32> %old, <32 x i32> %x, ptr %out) {
  %read = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 4 %a, <32 x i1> %odd, <32 x i32> poison)
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %x, ptr align 4 %a, <32 x i1> %odd)
  %t = select <32 x i1> %odd, <32 x i32> %read, <32 x i32> %old
  store <32 x i32> %t, ptr %out
  ret void
}
; Where nothing is written between, both become one.
; CHECK-LABEL: @near
; CHECK: call <32 x i32> @llvm.masked.load.v32i32.p0(ptr {{.*}}, <32 x i1> %odd, <32 x i32> %old)
; CHECK-NOT: select
define void @near(ptr %a, <32 x i1> %odd, <32 x i32> %old, ptr %out) {
  %read = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 4 %a, <32 x i1> %odd, <32 x i32> poison)
  %t = select <32 x i1> %odd, <32 x i32> %read, <32 x i32> %old
  store <32 x i32> %t, ptr %out
  ret void
}
