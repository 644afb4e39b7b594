; SPDX-License-Identifier: Apache-2.0
; Places that lanes update one after the other are loaded from where the vector of them was stored once, on
; the CPUs that extracted addresses stall.
;
; RUN: --from lanes-in-memory --stop-after lanes-in-memory --changes --cpu znver4
; RUN: --from lanes-in-memory --stop-after lanes-in-memory --changes --cpu sapphirerapids | OTHERS

; OTHERS: ; changed: none
; CHECK: ; changed: lanes-in-memory:1
; CHECK-LABEL: define void @kernel(
; CHECK: [[PLACES:%.*]] = alloca <32 x ptr>, align 64
; CHECK-NEXT: store <32 x ptr> %places, ptr [[PLACES]], align 64
; CHECK-NOT: extractelement
; CHECK: getelementptr inbounds ptr, ptr [[PLACES]], i64 15
; CHECK-NEXT: [[LAST:%.*]] = load ptr, ptr
; CHECK-NEXT: load atomic i32, ptr [[LAST]]
; CHECK-NEXT: add i32
; CHECK-NEXT: store atomic i32 {{%.*}}, ptr [[LAST]]
; CHECK-NEXT: ret void
define void @kernel(<32 x ptr> %places, <32 x i64> %numbers) {
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
  %p15 = extractelement <32 x ptr> %places, i64 15
  %v15 = load atomic i32, ptr %p15 unordered, align 4
  %w15 = add i32 %v15, 1
  store atomic i32 %w15, ptr %p15 unordered, align 4
  ret void
}
