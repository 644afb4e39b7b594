; SPDX-License-Identifier: Apache-2.0
; Addresses stay in registers where lanes only store, where they only load, where what is loaded goes to
; another place, and where few lanes update.
;
; RUN: --from lanes-in-memory --stop-after lanes-in-memory --changes --cpu znver4

; CHECK: ; changed: none
; CHECK-NOT: alloca
@sum = global i32 0
define void @only_store(<32 x ptr> %places, <32 x i64> %numbers) {
  %p0 = extractelement <32 x ptr> %places, i64 0
  store i32 0, ptr %p0
  %p1 = extractelement <32 x ptr> %places, i64 1
  store i32 1, ptr %p1
  %p2 = extractelement <32 x ptr> %places, i64 2
  store i32 2, ptr %p2
  %p3 = extractelement <32 x ptr> %places, i64 3
  store i32 3, ptr %p3
  %p4 = extractelement <32 x ptr> %places, i64 4
  store i32 4, ptr %p4
  %p5 = extractelement <32 x ptr> %places, i64 5
  store i32 5, ptr %p5
  %p6 = extractelement <32 x ptr> %places, i64 6
  store i32 6, ptr %p6
  %p7 = extractelement <32 x ptr> %places, i64 7
  store i32 7, ptr %p7
  %p8 = extractelement <32 x ptr> %places, i64 8
  store i32 8, ptr %p8
  %p9 = extractelement <32 x ptr> %places, i64 9
  store i32 9, ptr %p9
  %p10 = extractelement <32 x ptr> %places, i64 10
  store i32 10, ptr %p10
  %p11 = extractelement <32 x ptr> %places, i64 11
  store i32 11, ptr %p11
  %p12 = extractelement <32 x ptr> %places, i64 12
  store i32 12, ptr %p12
  %p13 = extractelement <32 x ptr> %places, i64 13
  store i32 13, ptr %p13
  %p14 = extractelement <32 x ptr> %places, i64 14
  store i32 14, ptr %p14
  %p15 = extractelement <32 x ptr> %places, i64 15
  store i32 15, ptr %p15
  ret void
}
define void @only_load(<32 x ptr> %places, <32 x i64> %numbers) {
  %p0 = extractelement <32 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  %p1 = extractelement <32 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  %p2 = extractelement <32 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  %p3 = extractelement <32 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  %p4 = extractelement <32 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  %p5 = extractelement <32 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  %p6 = extractelement <32 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  %p7 = extractelement <32 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  %p8 = extractelement <32 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  %p9 = extractelement <32 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  %p10 = extractelement <32 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  %p11 = extractelement <32 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  %p12 = extractelement <32 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  %p13 = extractelement <32 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  %p14 = extractelement <32 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  %p15 = extractelement <32 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  ret void
}
define void @to_another(<32 x ptr> %places, <32 x i64> %numbers) {
  %p0 = extractelement <32 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  store i32 %w0, ptr @sum
  %p1 = extractelement <32 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  store i32 %w1, ptr @sum
  %p2 = extractelement <32 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  store i32 %w2, ptr @sum
  %p3 = extractelement <32 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  store i32 %w3, ptr @sum
  %p4 = extractelement <32 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  store i32 %w4, ptr @sum
  %p5 = extractelement <32 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  store i32 %w5, ptr @sum
  %p6 = extractelement <32 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  store i32 %w6, ptr @sum
  %p7 = extractelement <32 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  store i32 %w7, ptr @sum
  %p8 = extractelement <32 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  store i32 %w8, ptr @sum
  %p9 = extractelement <32 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  store i32 %w9, ptr @sum
  %p10 = extractelement <32 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  store i32 %w10, ptr @sum
  %p11 = extractelement <32 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  store i32 %w11, ptr @sum
  %p12 = extractelement <32 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  store i32 %w12, ptr @sum
  %p13 = extractelement <32 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  store i32 %w13, ptr @sum
  %p14 = extractelement <32 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  store i32 %w14, ptr @sum
  %p15 = extractelement <32 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  store i32 %w15, ptr @sum
  ret void
}
define void @few(<32 x ptr> %places, <32 x i64> %numbers) {
  %p0 = extractelement <32 x ptr> %places, i64 0
  %v0 = load atomic i32, ptr %p0 unordered, align 4
  %w0 = add i32 %v0, 1
  store atomic i32 %w0, ptr %p0 unordered, align 4
  %p1 = extractelement <32 x ptr> %places, i64 1
  %v1 = load atomic i32, ptr %p1 unordered, align 4
  %w1 = add i32 %v1, 1
  store atomic i32 %w1, ptr %p1 unordered, align 4
  %p2 = extractelement <32 x ptr> %places, i64 2
  %v2 = load atomic i32, ptr %p2 unordered, align 4
  %w2 = add i32 %v2, 1
  store atomic i32 %w2, ptr %p2 unordered, align 4
  %p3 = extractelement <32 x ptr> %places, i64 3
  %v3 = load atomic i32, ptr %p3 unordered, align 4
  %w3 = add i32 %v3, 1
  store atomic i32 %w3, ptr %p3 unordered, align 4
  %p4 = extractelement <32 x ptr> %places, i64 4
  %v4 = load atomic i32, ptr %p4 unordered, align 4
  %w4 = add i32 %v4, 1
  store atomic i32 %w4, ptr %p4 unordered, align 4
  %p5 = extractelement <32 x ptr> %places, i64 5
  %v5 = load atomic i32, ptr %p5 unordered, align 4
  %w5 = add i32 %v5, 1
  store atomic i32 %w5, ptr %p5 unordered, align 4
  %p6 = extractelement <32 x ptr> %places, i64 6
  %v6 = load atomic i32, ptr %p6 unordered, align 4
  %w6 = add i32 %v6, 1
  store atomic i32 %w6, ptr %p6 unordered, align 4
  %p7 = extractelement <32 x ptr> %places, i64 7
  %v7 = load atomic i32, ptr %p7 unordered, align 4
  %w7 = add i32 %v7, 1
  store atomic i32 %w7, ptr %p7 unordered, align 4
  %p8 = extractelement <32 x ptr> %places, i64 8
  %v8 = load atomic i32, ptr %p8 unordered, align 4
  %w8 = add i32 %v8, 1
  store atomic i32 %w8, ptr %p8 unordered, align 4
  %p9 = extractelement <32 x ptr> %places, i64 9
  %v9 = load atomic i32, ptr %p9 unordered, align 4
  %w9 = add i32 %v9, 1
  store atomic i32 %w9, ptr %p9 unordered, align 4
  %p10 = extractelement <32 x ptr> %places, i64 10
  %v10 = load atomic i32, ptr %p10 unordered, align 4
  %w10 = add i32 %v10, 1
  store atomic i32 %w10, ptr %p10 unordered, align 4
  %p11 = extractelement <32 x ptr> %places, i64 11
  %v11 = load atomic i32, ptr %p11 unordered, align 4
  %w11 = add i32 %v11, 1
  store atomic i32 %w11, ptr %p11 unordered, align 4
  %p12 = extractelement <32 x ptr> %places, i64 12
  %v12 = load atomic i32, ptr %p12 unordered, align 4
  %w12 = add i32 %v12, 1
  store atomic i32 %w12, ptr %p12 unordered, align 4
  %p13 = extractelement <32 x ptr> %places, i64 13
  %v13 = load atomic i32, ptr %p13 unordered, align 4
  %w13 = add i32 %v13, 1
  store atomic i32 %w13, ptr %p13 unordered, align 4
  %p14 = extractelement <32 x ptr> %places, i64 14
  %v14 = load atomic i32, ptr %p14 unordered, align 4
  %w14 = add i32 %v14, 1
  store atomic i32 %w14, ptr %p14 unordered, align 4
  ret void
}
