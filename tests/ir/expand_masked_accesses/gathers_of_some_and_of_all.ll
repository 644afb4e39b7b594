; SPDX-License-Identifier: Apache-2.0
; With AVX2 a gather under a mask is the CPU's instruction, one of all lanes goes lane by lane, however
; many there are of the others. A function in which all lanes load always stays as it is.
;
; RUN: --from expand-masked-accesses --stop-after expand-masked-accesses --isa avx2

; CHECK-LABEL: define <8 x float> @some(
; CHECK-SAME: [[FAST:#[0-9]+]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> {{.*}}%p, <8 x i1> %mask
; CHECK-COUNT-8: load float, ptr
; CHECK-LABEL: define <8 x float> @many(
; CHECK-COUNT-9: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> {{.*}}%p, <8 x i1> %mask
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
define <8 x float> @many(<8 x ptr> %p, <8 x ptr> %q, <8 x i1> %mask) {
  %v0 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s0 = fadd <8 x float> zeroinitializer, %v0
  %v1 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s1 = fadd <8 x float> %s0, %v1
  %v2 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s2 = fadd <8 x float> %s1, %v2
  %v3 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s3 = fadd <8 x float> %s2, %v3
  %v4 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s4 = fadd <8 x float> %s3, %v4
  %v5 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s5 = fadd <8 x float> %s4, %v5
  %v6 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s6 = fadd <8 x float> %s5, %v6
  %v7 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s7 = fadd <8 x float> %s6, %v7
  %v8 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> poison)
  %s8 = fadd <8 x float> %s7, %v8
  %w = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %q, <8 x i1> splat (i1 true), <8 x float> poison)
  %sum = fadd <8 x float> %s8, %w
  ret <8 x float> %sum
}
define <8 x float> @all(<8 x ptr> %q) {
  %w = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %q, <8 x i1> splat (i1 true), <8 x float> poison)
  ret <8 x float> %w
}
