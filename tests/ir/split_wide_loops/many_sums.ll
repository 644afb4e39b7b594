; SPDX-License-Identifier: Apache-2.0
; A loop with 32 sums, which are 64 vector registers of 64 bytes, becomes four loops of eight sums.
;
;   for k: for j: s[j] += in[k + lane] * in[k * 32 + j]
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK-LABEL: define internal void @kernel.full(
; CHECK-COUNT-8: phi float [ 0.000000e+00,
; CHECK-NOT: phi float [ 0.000000e+00,
; CHECK: br i1 {{.*}}, label %part{{[0-9]*(,|$)}}
; CHECK-COUNT-8: phi float [ 0.000000e+00,
; CHECK-NOT: phi float [ 0.000000e+00,
; CHECK: br i1 {{.*}}, label %part{{[0-9]*(,|$)}}
; CHECK-COUNT-8: phi float [ 0.000000e+00,
; CHECK-NOT: phi float [ 0.000000e+00,
; CHECK: br i1 {{.*}}, label %part{{[0-9]*(,|$)}}
; CHECK-COUNT-8: phi float [ 0.000000e+00,
; CHECK-NOT: phi float [ 0.000000e+00,
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %p = getelementptr float, ptr %block, i64 %lane64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %n0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %n1, %loop ]
  %s2 = phi float [ 0.0, %entry ], [ %n2, %loop ]
  %s3 = phi float [ 0.0, %entry ], [ %n3, %loop ]
  %s4 = phi float [ 0.0, %entry ], [ %n4, %loop ]
  %s5 = phi float [ 0.0, %entry ], [ %n5, %loop ]
  %s6 = phi float [ 0.0, %entry ], [ %n6, %loop ]
  %s7 = phi float [ 0.0, %entry ], [ %n7, %loop ]
  %s8 = phi float [ 0.0, %entry ], [ %n8, %loop ]
  %s9 = phi float [ 0.0, %entry ], [ %n9, %loop ]
  %s10 = phi float [ 0.0, %entry ], [ %n10, %loop ]
  %s11 = phi float [ 0.0, %entry ], [ %n11, %loop ]
  %s12 = phi float [ 0.0, %entry ], [ %n12, %loop ]
  %s13 = phi float [ 0.0, %entry ], [ %n13, %loop ]
  %s14 = phi float [ 0.0, %entry ], [ %n14, %loop ]
  %s15 = phi float [ 0.0, %entry ], [ %n15, %loop ]
  %s16 = phi float [ 0.0, %entry ], [ %n16, %loop ]
  %s17 = phi float [ 0.0, %entry ], [ %n17, %loop ]
  %s18 = phi float [ 0.0, %entry ], [ %n18, %loop ]
  %s19 = phi float [ 0.0, %entry ], [ %n19, %loop ]
  %s20 = phi float [ 0.0, %entry ], [ %n20, %loop ]
  %s21 = phi float [ 0.0, %entry ], [ %n21, %loop ]
  %s22 = phi float [ 0.0, %entry ], [ %n22, %loop ]
  %s23 = phi float [ 0.0, %entry ], [ %n23, %loop ]
  %s24 = phi float [ 0.0, %entry ], [ %n24, %loop ]
  %s25 = phi float [ 0.0, %entry ], [ %n25, %loop ]
  %s26 = phi float [ 0.0, %entry ], [ %n26, %loop ]
  %s27 = phi float [ 0.0, %entry ], [ %n27, %loop ]
  %s28 = phi float [ 0.0, %entry ], [ %n28, %loop ]
  %s29 = phi float [ 0.0, %entry ], [ %n29, %loop ]
  %s30 = phi float [ 0.0, %entry ], [ %n30, %loop ]
  %s31 = phi float [ 0.0, %entry ], [ %n31, %loop ]
  %px = getelementptr float, ptr %p, i64 %k
  %x = load float, ptr %px
  %k32 = mul nuw nsw i64 %k, 32
  %row = getelementptr float, ptr %block, i64 %k32
  %q0 = getelementptr float, ptr %row, i64 0
  %y0 = load float, ptr %q0
  %m0 = fmul float %x, %y0
  %n0 = fadd float %s0, %m0
  %q1 = getelementptr float, ptr %row, i64 1
  %y1 = load float, ptr %q1
  %m1 = fmul float %x, %y1
  %n1 = fadd float %s1, %m1
  %q2 = getelementptr float, ptr %row, i64 2
  %y2 = load float, ptr %q2
  %m2 = fmul float %x, %y2
  %n2 = fadd float %s2, %m2
  %q3 = getelementptr float, ptr %row, i64 3
  %y3 = load float, ptr %q3
  %m3 = fmul float %x, %y3
  %n3 = fadd float %s3, %m3
  %q4 = getelementptr float, ptr %row, i64 4
  %y4 = load float, ptr %q4
  %m4 = fmul float %x, %y4
  %n4 = fadd float %s4, %m4
  %q5 = getelementptr float, ptr %row, i64 5
  %y5 = load float, ptr %q5
  %m5 = fmul float %x, %y5
  %n5 = fadd float %s5, %m5
  %q6 = getelementptr float, ptr %row, i64 6
  %y6 = load float, ptr %q6
  %m6 = fmul float %x, %y6
  %n6 = fadd float %s6, %m6
  %q7 = getelementptr float, ptr %row, i64 7
  %y7 = load float, ptr %q7
  %m7 = fmul float %x, %y7
  %n7 = fadd float %s7, %m7
  %q8 = getelementptr float, ptr %row, i64 8
  %y8 = load float, ptr %q8
  %m8 = fmul float %x, %y8
  %n8 = fadd float %s8, %m8
  %q9 = getelementptr float, ptr %row, i64 9
  %y9 = load float, ptr %q9
  %m9 = fmul float %x, %y9
  %n9 = fadd float %s9, %m9
  %q10 = getelementptr float, ptr %row, i64 10
  %y10 = load float, ptr %q10
  %m10 = fmul float %x, %y10
  %n10 = fadd float %s10, %m10
  %q11 = getelementptr float, ptr %row, i64 11
  %y11 = load float, ptr %q11
  %m11 = fmul float %x, %y11
  %n11 = fadd float %s11, %m11
  %q12 = getelementptr float, ptr %row, i64 12
  %y12 = load float, ptr %q12
  %m12 = fmul float %x, %y12
  %n12 = fadd float %s12, %m12
  %q13 = getelementptr float, ptr %row, i64 13
  %y13 = load float, ptr %q13
  %m13 = fmul float %x, %y13
  %n13 = fadd float %s13, %m13
  %q14 = getelementptr float, ptr %row, i64 14
  %y14 = load float, ptr %q14
  %m14 = fmul float %x, %y14
  %n14 = fadd float %s14, %m14
  %q15 = getelementptr float, ptr %row, i64 15
  %y15 = load float, ptr %q15
  %m15 = fmul float %x, %y15
  %n15 = fadd float %s15, %m15
  %q16 = getelementptr float, ptr %row, i64 16
  %y16 = load float, ptr %q16
  %m16 = fmul float %x, %y16
  %n16 = fadd float %s16, %m16
  %q17 = getelementptr float, ptr %row, i64 17
  %y17 = load float, ptr %q17
  %m17 = fmul float %x, %y17
  %n17 = fadd float %s17, %m17
  %q18 = getelementptr float, ptr %row, i64 18
  %y18 = load float, ptr %q18
  %m18 = fmul float %x, %y18
  %n18 = fadd float %s18, %m18
  %q19 = getelementptr float, ptr %row, i64 19
  %y19 = load float, ptr %q19
  %m19 = fmul float %x, %y19
  %n19 = fadd float %s19, %m19
  %q20 = getelementptr float, ptr %row, i64 20
  %y20 = load float, ptr %q20
  %m20 = fmul float %x, %y20
  %n20 = fadd float %s20, %m20
  %q21 = getelementptr float, ptr %row, i64 21
  %y21 = load float, ptr %q21
  %m21 = fmul float %x, %y21
  %n21 = fadd float %s21, %m21
  %q22 = getelementptr float, ptr %row, i64 22
  %y22 = load float, ptr %q22
  %m22 = fmul float %x, %y22
  %n22 = fadd float %s22, %m22
  %q23 = getelementptr float, ptr %row, i64 23
  %y23 = load float, ptr %q23
  %m23 = fmul float %x, %y23
  %n23 = fadd float %s23, %m23
  %q24 = getelementptr float, ptr %row, i64 24
  %y24 = load float, ptr %q24
  %m24 = fmul float %x, %y24
  %n24 = fadd float %s24, %m24
  %q25 = getelementptr float, ptr %row, i64 25
  %y25 = load float, ptr %q25
  %m25 = fmul float %x, %y25
  %n25 = fadd float %s25, %m25
  %q26 = getelementptr float, ptr %row, i64 26
  %y26 = load float, ptr %q26
  %m26 = fmul float %x, %y26
  %n26 = fadd float %s26, %m26
  %q27 = getelementptr float, ptr %row, i64 27
  %y27 = load float, ptr %q27
  %m27 = fmul float %x, %y27
  %n27 = fadd float %s27, %m27
  %q28 = getelementptr float, ptr %row, i64 28
  %y28 = load float, ptr %q28
  %m28 = fmul float %x, %y28
  %n28 = fadd float %s28, %m28
  %q29 = getelementptr float, ptr %row, i64 29
  %y29 = load float, ptr %q29
  %m29 = fmul float %x, %y29
  %n29 = fadd float %s29, %m29
  %q30 = getelementptr float, ptr %row, i64 30
  %y30 = load float, ptr %q30
  %m30 = fmul float %x, %y30
  %n30 = fadd float %s30, %m30
  %q31 = getelementptr float, ptr %row, i64 31
  %y31 = load float, ptr %q31
  %m31 = fmul float %x, %y31
  %n31 = fadd float %s31, %m31
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k1, 100
  br i1 %again, label %loop, label %end
end:
  %r0 = phi float [ %n0, %loop ]

  %r1 = phi float [ %n1, %loop ]

  %r2 = phi float [ %n2, %loop ]

  %r3 = phi float [ %n3, %loop ]

  %r4 = phi float [ %n4, %loop ]

  %r5 = phi float [ %n5, %loop ]

  %r6 = phi float [ %n6, %loop ]

  %r7 = phi float [ %n7, %loop ]

  %r8 = phi float [ %n8, %loop ]

  %r9 = phi float [ %n9, %loop ]

  %r10 = phi float [ %n10, %loop ]

  %r11 = phi float [ %n11, %loop ]

  %r12 = phi float [ %n12, %loop ]

  %r13 = phi float [ %n13, %loop ]

  %r14 = phi float [ %n14, %loop ]

  %r15 = phi float [ %n15, %loop ]

  %r16 = phi float [ %n16, %loop ]

  %r17 = phi float [ %n17, %loop ]

  %r18 = phi float [ %n18, %loop ]

  %r19 = phi float [ %n19, %loop ]

  %r20 = phi float [ %n20, %loop ]

  %r21 = phi float [ %n21, %loop ]

  %r22 = phi float [ %n22, %loop ]

  %r23 = phi float [ %n23, %loop ]

  %r24 = phi float [ %n24, %loop ]

  %r25 = phi float [ %n25, %loop ]

  %r26 = phi float [ %n26, %loop ]

  %r27 = phi float [ %n27, %loop ]

  %r28 = phi float [ %n28, %loop ]

  %r29 = phi float [ %n29, %loop ]

  %r30 = phi float [ %n30, %loop ]

  %r31 = phi float [ %n31, %loop ]

  %w0 = getelementptr float, ptr %p, i64 0
  store float %r0, ptr %w0
  %w1 = getelementptr float, ptr %p, i64 32
  store float %r1, ptr %w1
  %w2 = getelementptr float, ptr %p, i64 64
  store float %r2, ptr %w2
  %w3 = getelementptr float, ptr %p, i64 96
  store float %r3, ptr %w3
  %w4 = getelementptr float, ptr %p, i64 128
  store float %r4, ptr %w4
  %w5 = getelementptr float, ptr %p, i64 160
  store float %r5, ptr %w5
  %w6 = getelementptr float, ptr %p, i64 192
  store float %r6, ptr %w6
  %w7 = getelementptr float, ptr %p, i64 224
  store float %r7, ptr %w7
  %w8 = getelementptr float, ptr %p, i64 256
  store float %r8, ptr %w8
  %w9 = getelementptr float, ptr %p, i64 288
  store float %r9, ptr %w9
  %w10 = getelementptr float, ptr %p, i64 320
  store float %r10, ptr %w10
  %w11 = getelementptr float, ptr %p, i64 352
  store float %r11, ptr %w11
  %w12 = getelementptr float, ptr %p, i64 384
  store float %r12, ptr %w12
  %w13 = getelementptr float, ptr %p, i64 416
  store float %r13, ptr %w13
  %w14 = getelementptr float, ptr %p, i64 448
  store float %r14, ptr %w14
  %w15 = getelementptr float, ptr %p, i64 480
  store float %r15, ptr %w15
  %w16 = getelementptr float, ptr %p, i64 512
  store float %r16, ptr %w16
  %w17 = getelementptr float, ptr %p, i64 544
  store float %r17, ptr %w17
  %w18 = getelementptr float, ptr %p, i64 576
  store float %r18, ptr %w18
  %w19 = getelementptr float, ptr %p, i64 608
  store float %r19, ptr %w19
  %w20 = getelementptr float, ptr %p, i64 640
  store float %r20, ptr %w20
  %w21 = getelementptr float, ptr %p, i64 672
  store float %r21, ptr %w21
  %w22 = getelementptr float, ptr %p, i64 704
  store float %r22, ptr %w22
  %w23 = getelementptr float, ptr %p, i64 736
  store float %r23, ptr %w23
  %w24 = getelementptr float, ptr %p, i64 768
  store float %r24, ptr %w24
  %w25 = getelementptr float, ptr %p, i64 800
  store float %r25, ptr %w25
  %w26 = getelementptr float, ptr %p, i64 832
  store float %r26, ptr %w26
  %w27 = getelementptr float, ptr %p, i64 864
  store float %r27, ptr %w27
  %w28 = getelementptr float, ptr %p, i64 896
  store float %r28, ptr %w28
  %w29 = getelementptr float, ptr %p, i64 928
  store float %r29, ptr %w29
  %w30 = getelementptr float, ptr %p, i64 960
  store float %r30, ptr %w30
  %w31 = getelementptr float, ptr %p, i64 992
  store float %r31, ptr %w31
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
