; SPDX-License-Identifier: Apache-2.0
; With AVX2 a gather under a mask is the CPU's instruction, one of all lanes goes lane by lane. A function
; in which all lanes load always stays as it is.
;
; RUN: --from expand-masked-accesses --stop-after expand-masked-accesses --isa avx2

; CHECK-LABEL: define <8 x float> @some(
; CHECK-SAME: [[FAST:#[0-9]+]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> {{.*}}%p, <8 x i1> %mask
; CHECK-COUNT-8: load float, ptr
; CHECK-LABEL: define <8 x float> @all(
; CHECK-NOT: [[FAST]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(
; CHECK: attributes [[FAST]] = { {{.*}}fast-gather
define <8 x float> @some(<8 x ptr> %p, <8 x ptr> %q, <8 x i1> %mask) {
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %w = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %q, <8 x i1> splat (i1 true), <8 x float> poison)
  %sum = fadd <8 x float> %v, %w
  ret <8 x float> %sum
}
define <8 x float> @all(<8 x ptr> %q) {
  %w = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %q, <8 x i1> splat (i1 true), <8 x float> poison)
  ret <8 x float> %w
}
