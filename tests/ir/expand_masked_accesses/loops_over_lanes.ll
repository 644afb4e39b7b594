; SPDX-License-Identifier: Apache-2.0
; Without AVX-512 there are no masked accesses of bytes. One load, when all lanes are active or the
; vector lies in one page; one store, when all are; else words of four active lanes (vpmaskmovd) and a loop
; over the other ones. Accesses of words stay.
;
;     if (mask) v = p[lane]; if (mask) q[lane] = v;      unsigned char / float
;
; RUN: --from expand-masked-accesses --isa avx2
; CHECK-LABEL: define internal void @kernel.full.warp
; CHECK: %active = bitcast <32 x i1> %mask to i32
; CHECK: [[ALL:%.*]] = icmp eq i32 %active, -1
; CHECK: [[AT:%.*]] = and i64 {{%.*}}, 4095
; CHECK: [[FITS:%.*]] = icmp ule i64 [[AT]], 4064
; CHECK: [[SOME:%.*]] = icmp ne i32 %active, 0
; CHECK: [[PAGE:%.*]] = and i1 [[FITS]], [[SOME]]
; CHECK: %at.once = or i1 [[ALL]], [[PAGE]]
; CHECK: br i1 %at.once
; CHECK: [[LOADED:%.*]] = load <32 x i8>, ptr %p, align 1
; CHECK: select <32 x i1> %mask, <32 x i8> [[LOADED]], <32 x i8> zeroinitializer
; CHECK: masked:
; CHECK: %rest = phi i32
; CHECK: masked.lane:
; CHECK: call i32 @llvm.cttz.i32(i32 %rest, i1 true)
; CHECK: load i8
; CHECK: store i8
; CHECK: phi <32 x i8>
; CHECK: br i1 {{%.*}}, label
; CHECK: store <32 x i8> {{.*}}, ptr %q, align 1
; CHECK: [[WORDS:%.*]] = icmp eq <8 x i32> {{%.*}}, splat (i32 -1)
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> {{%.*}}, ptr align 1 %q, <8 x i1> [[WORDS]])
; CHECK: %rest{{[0-9]*}} = and i32
; CHECK: store i8
; CHECK-NOT: @llvm.masked.load.v32i8
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %f, <32 x i1> %mask
define internal void @kernel.full.warp(ptr %p, ptr %q, ptr %f, <32 x i1> %mask) {
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %p, <32 x i1> %mask, <32 x i8> zeroinitializer)
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %v, ptr align 1 %q, <32 x i1> %mask)
  %w = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %f, <32 x i1> %mask, <32 x float> poison)
  store <32 x float> %w, ptr %f
  ret void
}
