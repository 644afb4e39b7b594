; SPDX-License-Identifier: Apache-2.0
; Thirteen numbers of a row are loaded in front of the first product: each goes to the product that reads it,
; with its vector, past the loads of other rows.
;
; RUN: --from broadcast-late --stop-after broadcast-late --changes

; CHECK: ; changed: broadcast-late:1
; CHECK-LABEL: define <32 x float> @row(
; CHECK: %b0 = load <32 x float>
; CHECK-NEXT: %a0 = load float, ptr %p0
; CHECK-NEXT: %i0 = insertelement
; CHECK-NEXT: %v0 = shufflevector
; CHECK-NEXT: %s0 = call <32 x float> @llvm.fma
; CHECK: %b12 = load <32 x float>
; CHECK-NEXT: %a12 = load float, ptr %p12
; CHECK-NEXT: %i12 = insertelement
; CHECK-NEXT: %v12 = shufflevector
; CHECK-NEXT: %s12 = call <32 x float> @llvm.fma
define <32 x float> @row(ptr %row, ptr %b, <32 x float> %s) {
  %p0 = getelementptr i8, ptr %row, i64 0
  %a0 = load float, ptr %p0
  %p1 = getelementptr i8, ptr %row, i64 4
  %a1 = load float, ptr %p1
  %p2 = getelementptr i8, ptr %row, i64 8
  %a2 = load float, ptr %p2
  %p3 = getelementptr i8, ptr %row, i64 12
  %a3 = load float, ptr %p3
  %p4 = getelementptr i8, ptr %row, i64 16
  %a4 = load float, ptr %p4
  %p5 = getelementptr i8, ptr %row, i64 20
  %a5 = load float, ptr %p5
  %p6 = getelementptr i8, ptr %row, i64 24
  %a6 = load float, ptr %p6
  %p7 = getelementptr i8, ptr %row, i64 28
  %a7 = load float, ptr %p7
  %p8 = getelementptr i8, ptr %row, i64 32
  %a8 = load float, ptr %p8
  %p9 = getelementptr i8, ptr %row, i64 36
  %a9 = load float, ptr %p9
  %p10 = getelementptr i8, ptr %row, i64 40
  %a10 = load float, ptr %p10
  %p11 = getelementptr i8, ptr %row, i64 44
  %a11 = load float, ptr %p11
  %p12 = getelementptr i8, ptr %row, i64 48
  %a12 = load float, ptr %p12
  %i0 = insertelement <32 x float> poison, float %a0, i64 0
  %v0 = shufflevector <32 x float> %i0, <32 x float> poison, <32 x i32> zeroinitializer
  %i1 = insertelement <32 x float> poison, float %a1, i64 0
  %v1 = shufflevector <32 x float> %i1, <32 x float> poison, <32 x i32> zeroinitializer
  %i2 = insertelement <32 x float> poison, float %a2, i64 0
  %v2 = shufflevector <32 x float> %i2, <32 x float> poison, <32 x i32> zeroinitializer
  %i3 = insertelement <32 x float> poison, float %a3, i64 0
  %v3 = shufflevector <32 x float> %i3, <32 x float> poison, <32 x i32> zeroinitializer
  %i4 = insertelement <32 x float> poison, float %a4, i64 0
  %v4 = shufflevector <32 x float> %i4, <32 x float> poison, <32 x i32> zeroinitializer
  %i5 = insertelement <32 x float> poison, float %a5, i64 0
  %v5 = shufflevector <32 x float> %i5, <32 x float> poison, <32 x i32> zeroinitializer
  %i6 = insertelement <32 x float> poison, float %a6, i64 0
  %v6 = shufflevector <32 x float> %i6, <32 x float> poison, <32 x i32> zeroinitializer
  %i7 = insertelement <32 x float> poison, float %a7, i64 0
  %v7 = shufflevector <32 x float> %i7, <32 x float> poison, <32 x i32> zeroinitializer
  %i8 = insertelement <32 x float> poison, float %a8, i64 0
  %v8 = shufflevector <32 x float> %i8, <32 x float> poison, <32 x i32> zeroinitializer
  %i9 = insertelement <32 x float> poison, float %a9, i64 0
  %v9 = shufflevector <32 x float> %i9, <32 x float> poison, <32 x i32> zeroinitializer
  %i10 = insertelement <32 x float> poison, float %a10, i64 0
  %v10 = shufflevector <32 x float> %i10, <32 x float> poison, <32 x i32> zeroinitializer
  %i11 = insertelement <32 x float> poison, float %a11, i64 0
  %v11 = shufflevector <32 x float> %i11, <32 x float> poison, <32 x i32> zeroinitializer
  %i12 = insertelement <32 x float> poison, float %a12, i64 0
  %v12 = shufflevector <32 x float> %i12, <32 x float> poison, <32 x i32> zeroinitializer
  %q0 = getelementptr i8, ptr %b, i64 0
  %b0 = load <32 x float>, ptr %q0
  %s0 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v0, <32 x float> %b0, <32 x float> %s)
  %q1 = getelementptr i8, ptr %b, i64 128
  %b1 = load <32 x float>, ptr %q1
  %s1 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v1, <32 x float> %b1, <32 x float> %s0)
  %q2 = getelementptr i8, ptr %b, i64 256
  %b2 = load <32 x float>, ptr %q2
  %s2 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v2, <32 x float> %b2, <32 x float> %s1)
  %q3 = getelementptr i8, ptr %b, i64 384
  %b3 = load <32 x float>, ptr %q3
  %s3 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v3, <32 x float> %b3, <32 x float> %s2)
  %q4 = getelementptr i8, ptr %b, i64 512
  %b4 = load <32 x float>, ptr %q4
  %s4 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v4, <32 x float> %b4, <32 x float> %s3)
  %q5 = getelementptr i8, ptr %b, i64 640
  %b5 = load <32 x float>, ptr %q5
  %s5 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v5, <32 x float> %b5, <32 x float> %s4)
  %q6 = getelementptr i8, ptr %b, i64 768
  %b6 = load <32 x float>, ptr %q6
  %s6 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v6, <32 x float> %b6, <32 x float> %s5)
  %q7 = getelementptr i8, ptr %b, i64 896
  %b7 = load <32 x float>, ptr %q7
  %s7 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v7, <32 x float> %b7, <32 x float> %s6)
  %q8 = getelementptr i8, ptr %b, i64 1024
  %b8 = load <32 x float>, ptr %q8
  %s8 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v8, <32 x float> %b8, <32 x float> %s7)
  %q9 = getelementptr i8, ptr %b, i64 1152
  %b9 = load <32 x float>, ptr %q9
  %s9 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v9, <32 x float> %b9, <32 x float> %s8)
  %q10 = getelementptr i8, ptr %b, i64 1280
  %b10 = load <32 x float>, ptr %q10
  %s10 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v10, <32 x float> %b10, <32 x float> %s9)
  %q11 = getelementptr i8, ptr %b, i64 1408
  %b11 = load <32 x float>, ptr %q11
  %s11 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v11, <32 x float> %b11, <32 x float> %s10)
  %q12 = getelementptr i8, ptr %b, i64 1536
  %b12 = load <32 x float>, ptr %q12
  %s12 = call <32 x float> @llvm.fma.v32f32(<32 x float> %v12, <32 x float> %b12, <32 x float> %s11)
  ret <32 x float> %s12
}
declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, <32 x float>)
