; SPDX-License-Identifier: Apache-2.0
; Accesses stay masked where the CPU has an instruction for them (bytes: AVX-512), where the mask is
; known, and where elements are bits, whose addresses no loop could count. Without AVX-512, the access
; of bytes alone becomes a loop.
;
; RUN: --from expand-masked-accesses --isa avx512 --changes | AVX512
; RUN: --from expand-masked-accesses --isa avx2 --changes

; AVX512: ; changed: none
; CHECK: ; changed: expand-masked-accesses:1
; CHECK-NOT: call <32 x i8> @llvm.masked.load
; CHECK: call <32 x i1> @llvm.masked.load.v32i1.p0(
; CHECK: call <4 x i8> @llvm.masked.load.v4i8.p0(
define internal void @kernel.full.warp(ptr %p, ptr %q, <32 x i1> %mask) {
  %bytes = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %p, <32 x i1> %mask, <32 x i8> zeroinitializer)
  store <32 x i8> %bytes, ptr %q
  %bits = call <32 x i1> @llvm.masked.load.v32i1.p0(ptr align 1 %p, <32 x i1> %mask, <32 x i1> zeroinitializer)
  store <32 x i1> %bits, ptr %q
  %known = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i8> zeroinitializer)
  store <4 x i8> %known, ptr %q
  ret void
}
