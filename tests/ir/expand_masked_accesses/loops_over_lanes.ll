; SPDX-License-Identifier: Apache-2.0
; Without AVX-512 there are no masked accesses of bytes: one access when all lanes are active, else a
; loop over those that are. Those of words stay (vpmaskmovd).
;
;     if (mask) v = p[lane]; if (mask) q[lane] = v;      unsigned char / float
;
; RUN: --from expand-masked-accesses --isa avx2
; CHECK-LABEL: define internal void @kernel.full.warp
; CHECK: %active = bitcast <32 x i1> %mask to i32
; CHECK: icmp eq i32 %active, -1
; CHECK: load <32 x i8>, ptr %p, align 1
; CHECK: masked:
; CHECK: %rest = phi i32
; CHECK: masked.lane:
; CHECK: call i32 @llvm.cttz.i32(i32 %rest, i1 true)
; CHECK: load i8
; CHECK: store i8
; CHECK: phi <32 x i8>
; CHECK: store <32 x i8> {{.*}}, ptr %q, align 1
; CHECK-NOT: @llvm.masked.load.v32i8
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %f, <32 x i1> %mask
define internal void @kernel.full.warp(ptr %p, ptr %q, ptr %f, <32 x i1> %mask) {
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %p, <32 x i1> %mask, <32 x i8> zeroinitializer)
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %v, ptr align 1 %q, <32 x i1> %mask)
  %w = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %f, <32 x i1> %mask, <32 x float> poison)
  store <32 x float> %w, ptr %f
  ret void
}
