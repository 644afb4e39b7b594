; SPDX-License-Identifier: Apache-2.0
; Masked stores to shared memory and to whole rows of a variable become a load, a choice and a store. Where no lane may
; be active they go to a place of nobody's; behind a branch that asks they need none. Bytes are loaded in the same way.
; With AVX-512 all stay.
;
;     if (mask) tile[i] = v, own[k] = v;     if (mask) w = bytes[i];
;
; RUN: --from blend-own-memory --stop-after blend-own-memory --isa avx2 --changes
; RUN: --from blend-own-memory --stop-after blend-own-memory --isa avx512 --changes | AVX512

; AVX512: ; changed: none
; CHECK: ; changed: blend-own-memory:4
; CHECK: %nowhere{{[0-9]*}} = alloca [32 x i8], align 64
; CHECK: %nowhere{{[0-9]*}} = alloca [128 x i8], align 64
; CHECK: [[MASK:%.*]] = bitcast <32 x i1> %mask to i32
; CHECK: %any = icmp ne i32 [[MASK]], 0
; CHECK: [[AT:%.*]] = select i1 %any, ptr %tile, ptr %nowhere
; CHECK: [[THERE:%.*]] = load <32 x float>, ptr [[AT]], align 4
; CHECK: [[KEPT:%.*]] = freeze <32 x float> [[THERE]]
; CHECK: [[NEW:%.*]] = select <32 x i1> %mask, <32 x float> %v, <32 x float> [[KEPT]]
; CHECK: store <32 x float> [[NEW]], ptr [[AT]], align 4
; CHECK: select i1 {{%.*}}, ptr %row, ptr %nowhere
; CHECK: some:
; CHECK-NOT: select i1
; CHECK: load <32 x float>, ptr %tile, align 4
; CHECK: store <32 x float> {{%.*}}, ptr %tile, align 4
; CHECK: none:
; CHECK: load <32 x i8>
; CHECK: select <32 x i1> %mask, <32 x i8> {{%.*}}, <32 x i8> zeroinitializer
; CHECK-NOT: call {{.*}}@llvm.masked
define <32 x i8> @kernel.full.warp(ptr %block, ptr %context, i32 %warp, i64 %k, <32 x i1> %mask, <32 x float> %v) {
  %own = alloca [512 x i8], align 64
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  %wide = sext i32 %warp to i64
  %tile = getelementptr float, ptr %shared, i64 %wide
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %tile, <32 x i1> %mask)
  %distance = shl i64 %k, 7
  %row = getelementptr i8, ptr %own, i64 %distance
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %row, <32 x i1> %mask)
  %bits = bitcast <32 x i1> %mask to i32
  %nobody = icmp eq i32 %bits, 0
  br i1 %nobody, label %none, label %some
some:
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %tile, <32 x i1> %mask)
  br label %none
none:
  %bytes = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %shared, <32 x i1> %mask, <32 x i8> zeroinitializer)
  call void @use(ptr %own)
  ret <32 x i8> %bytes
}
declare void @use(ptr)
