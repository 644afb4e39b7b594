; SPDX-License-Identifier: Apache-2.0
; Of places base + index * size with indices of 8 or 32 bits the indices are stored, and loaded as words that
; hold eight or two of them; the base may be the same in all lanes of a vector.
;
; RUN: --from lanes-in-memory --stop-after lanes-in-memory --changes --cpu znver4

; CHECK: ; changed: lanes-in-memory:3
; CHECK-LABEL: define void @bytes(
; CHECK: [[PLACE:%.*]] = alloca <16 x i8>, align 64
; CHECK-NOT: extractelement
; CHECK: store <16 x i8> %indices, ptr [[PLACE]], align 64
; CHECK: [[WORD:%.*]] = load i64, ptr {{%.*}}, align 8
; CHECK-NEXT: [[FIRST:%.*]] = and i64 [[WORD]], 255
; CHECK-NEXT: [[AT:%.*]] = getelementptr i32, ptr %base, i64 [[FIRST]]
; CHECK-NEXT: load atomic i32, ptr [[AT]] unordered
; CHECK: [[MOVED:%.*]] = lshr i64 [[WORD]], 8
; CHECK-NEXT: and i64 [[MOVED]], 255
; CHECK: [[LAST:%.*]] = lshr i64 [[WORD]], 56
; CHECK-NEXT: getelementptr i32, ptr %base, i64 [[LAST]]
; CHECK: [[OTHERS:%.*]] = getelementptr inbounds i64, ptr {{%.*}}, i64 1
; CHECK-NEXT: load i64, ptr [[OTHERS]], align 8
; CHECK-NOT: load i64, ptr
; CHECK: ret void
define void @bytes(ptr %base, <16 x i8> %indices) {
  %wide = zext <16 x i8> %indices to <16 x i64>
  %places = getelementptr i32, ptr %base, <16 x i64> %wide
  %p0 = extractelement <16 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  store atomic i32 %w0, ptr %p0 unordered, align 4
  %p1 = extractelement <16 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  store atomic i32 %w1, ptr %p1 unordered, align 4
  %p2 = extractelement <16 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  store atomic i32 %w2, ptr %p2 unordered, align 4
  %p3 = extractelement <16 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  store atomic i32 %w3, ptr %p3 unordered, align 4
  %p4 = extractelement <16 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  store atomic i32 %w4, ptr %p4 unordered, align 4
  %p5 = extractelement <16 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  store atomic i32 %w5, ptr %p5 unordered, align 4
  %p6 = extractelement <16 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  store atomic i32 %w6, ptr %p6 unordered, align 4
  %p7 = extractelement <16 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  store atomic i32 %w7, ptr %p7 unordered, align 4
  %p8 = extractelement <16 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  store atomic i32 %w8, ptr %p8 unordered, align 4
  %p9 = extractelement <16 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  store atomic i32 %w9, ptr %p9 unordered, align 4
  %p10 = extractelement <16 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  store atomic i32 %w10, ptr %p10 unordered, align 4
  %p11 = extractelement <16 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  store atomic i32 %w11, ptr %p11 unordered, align 4
  %p12 = extractelement <16 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  store atomic i32 %w12, ptr %p12 unordered, align 4
  %p13 = extractelement <16 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  store atomic i32 %w13, ptr %p13 unordered, align 4
  %p14 = extractelement <16 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  store atomic i32 %w14, ptr %p14 unordered, align 4
  %p15 = extractelement <16 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  store atomic i32 %w15, ptr %p15 unordered, align 4
  ret void
}

; CHECK-LABEL: define void @words(
; CHECK: [[PLACE:%.*]] = alloca <16 x i32>, align 64
; CHECK-NOT: extractelement
; CHECK: [[WORD:%.*]] = load i64, ptr {{%.*}}, align 8
; CHECK-NEXT: and i64 [[WORD]], 4294967295
; CHECK: [[HIGH:%.*]] = lshr i64 [[WORD]], 32
; CHECK-NEXT: getelementptr i32, ptr %base, i64 [[HIGH]]
; CHECK: ret void
define void @words(ptr %base, <16 x i64> %numbers) {
  %indices = and <16 x i64> %numbers, splat (i64 4294967295)
  %first = insertelement <16 x ptr> poison, ptr %base, i64 0
  %all = shufflevector <16 x ptr> %first, <16 x ptr> poison, <16 x i32> zeroinitializer
  %places = getelementptr i32, <16 x ptr> %all, <16 x i64> %indices
  %p0 = extractelement <16 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  store atomic i32 %w0, ptr %p0 unordered, align 4
  %p1 = extractelement <16 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  store atomic i32 %w1, ptr %p1 unordered, align 4
  %p2 = extractelement <16 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  store atomic i32 %w2, ptr %p2 unordered, align 4
  %p3 = extractelement <16 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  store atomic i32 %w3, ptr %p3 unordered, align 4
  %p4 = extractelement <16 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  store atomic i32 %w4, ptr %p4 unordered, align 4
  %p5 = extractelement <16 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  store atomic i32 %w5, ptr %p5 unordered, align 4
  %p6 = extractelement <16 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  store atomic i32 %w6, ptr %p6 unordered, align 4
  %p7 = extractelement <16 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  store atomic i32 %w7, ptr %p7 unordered, align 4
  %p8 = extractelement <16 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  store atomic i32 %w8, ptr %p8 unordered, align 4
  %p9 = extractelement <16 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  store atomic i32 %w9, ptr %p9 unordered, align 4
  %p10 = extractelement <16 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  store atomic i32 %w10, ptr %p10 unordered, align 4
  %p11 = extractelement <16 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  store atomic i32 %w11, ptr %p11 unordered, align 4
  %p12 = extractelement <16 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  store atomic i32 %w12, ptr %p12 unordered, align 4
  %p13 = extractelement <16 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  store atomic i32 %w13, ptr %p13 unordered, align 4
  %p14 = extractelement <16 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  store atomic i32 %w14, ptr %p14 unordered, align 4
  %p15 = extractelement <16 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  store atomic i32 %w15, ptr %p15 unordered, align 4
  ret void
}

; Of indices that may be negative, and of other sizes, the addresses are loaded.
; CHECK-LABEL: define void @signed(
; CHECK: alloca <16 x ptr>
; CHECK-NOT: load i64
; CHECK: ret void
define void @signed(ptr %base, <16 x i32> %indices) {
  %wide = sext <16 x i32> %indices to <16 x i64>
  %places = getelementptr i32, ptr %base, <16 x i64> %wide
  %p0 = extractelement <16 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  store atomic i32 %w0, ptr %p0 unordered, align 4
  %p1 = extractelement <16 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  store atomic i32 %w1, ptr %p1 unordered, align 4
  %p2 = extractelement <16 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  store atomic i32 %w2, ptr %p2 unordered, align 4
  %p3 = extractelement <16 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  store atomic i32 %w3, ptr %p3 unordered, align 4
  %p4 = extractelement <16 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  store atomic i32 %w4, ptr %p4 unordered, align 4
  %p5 = extractelement <16 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  store atomic i32 %w5, ptr %p5 unordered, align 4
  %p6 = extractelement <16 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  store atomic i32 %w6, ptr %p6 unordered, align 4
  %p7 = extractelement <16 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  store atomic i32 %w7, ptr %p7 unordered, align 4
  %p8 = extractelement <16 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  store atomic i32 %w8, ptr %p8 unordered, align 4
  %p9 = extractelement <16 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  store atomic i32 %w9, ptr %p9 unordered, align 4
  %p10 = extractelement <16 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  store atomic i32 %w10, ptr %p10 unordered, align 4
  %p11 = extractelement <16 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  store atomic i32 %w11, ptr %p11 unordered, align 4
  %p12 = extractelement <16 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  store atomic i32 %w12, ptr %p12 unordered, align 4
  %p13 = extractelement <16 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  store atomic i32 %w13, ptr %p13 unordered, align 4
  %p14 = extractelement <16 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  store atomic i32 %w14, ptr %p14 unordered, align 4
  %p15 = extractelement <16 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  store atomic i32 %w15, ptr %p15 unordered, align 4
  ret void
}
