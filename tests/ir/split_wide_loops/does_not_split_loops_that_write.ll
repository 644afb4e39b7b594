; SPDX-License-Identifier: Apache-2.0
; A loop with eight sums of double, which are 32 vector registers, stays one if it also stores, reads
; what others may change meanwhile, or adds to memory: copies of it would do that twice or not at all.
; @control is split.
;
; RUN: --from split-wide-loops --changes

; CHECK: ; changed: split-wide-loops:1
; CHECK-LABEL: define void @stores(
; CHECK-NOT: part
; CHECK: store i64 %k, ptr %row
; CHECK-NOT: part
; CHECK-LABEL: define void @watches(
; CHECK-NOT: part
; CHECK: load volatile double
; CHECK-NOT: part
; CHECK-LABEL: define void @adds(
; CHECK-NOT: part
; CHECK: atomicrmw
; CHECK-NOT: part
; CHECK-LABEL: define void @control(
; CHECK: part:
define void @stores() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %p = getelementptr double, ptr %block, i64 %lane64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s0 = phi double [ 0.0, %entry ], [ %n0, %loop ]
  %s1 = phi double [ 0.0, %entry ], [ %n1, %loop ]
  %s2 = phi double [ 0.0, %entry ], [ %n2, %loop ]
  %s3 = phi double [ 0.0, %entry ], [ %n3, %loop ]
  %s4 = phi double [ 0.0, %entry ], [ %n4, %loop ]
  %s5 = phi double [ 0.0, %entry ], [ %n5, %loop ]
  %s6 = phi double [ 0.0, %entry ], [ %n6, %loop ]
  %s7 = phi double [ 0.0, %entry ], [ %n7, %loop ]
  %row = getelementptr double, ptr %p, i64 %k
  store i64 %k, ptr %row
  %q0 = getelementptr double, ptr %row, i64 0
  %y0 = load double, ptr %q0
  %n0 = fadd double %s0, %y0
  %q1 = getelementptr double, ptr %row, i64 32
  %y1 = load double, ptr %q1
  %n1 = fadd double %s1, %y1
  %q2 = getelementptr double, ptr %row, i64 64
  %y2 = load double, ptr %q2
  %n2 = fadd double %s2, %y2
  %q3 = getelementptr double, ptr %row, i64 96
  %y3 = load double, ptr %q3
  %n3 = fadd double %s3, %y3
  %q4 = getelementptr double, ptr %row, i64 128
  %y4 = load double, ptr %q4
  %n4 = fadd double %s4, %y4
  %q5 = getelementptr double, ptr %row, i64 160
  %y5 = load double, ptr %q5
  %n5 = fadd double %s5, %y5
  %q6 = getelementptr double, ptr %row, i64 192
  %y6 = load double, ptr %q6
  %n6 = fadd double %s6, %y6
  %q7 = getelementptr double, ptr %row, i64 224
  %y7 = load double, ptr %q7
  %n7 = fadd double %s7, %y7
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k1, 100
  br i1 %again, label %loop, label %end
end:
  %r0 = phi double [ %n0, %loop ]
  %r1 = phi double [ %n1, %loop ]
  %r2 = phi double [ %n2, %loop ]
  %r3 = phi double [ %n3, %loop ]
  %r4 = phi double [ %n4, %loop ]
  %r5 = phi double [ %n5, %loop ]
  %r6 = phi double [ %n6, %loop ]
  %r7 = phi double [ %n7, %loop ]
  %w0 = getelementptr double, ptr %p, i64 0
  store double %r0, ptr %w0
  %w1 = getelementptr double, ptr %p, i64 32
  store double %r1, ptr %w1
  %w2 = getelementptr double, ptr %p, i64 64
  store double %r2, ptr %w2
  %w3 = getelementptr double, ptr %p, i64 96
  store double %r3, ptr %w3
  %w4 = getelementptr double, ptr %p, i64 128
  store double %r4, ptr %w4
  %w5 = getelementptr double, ptr %p, i64 160
  store double %r5, ptr %w5
  %w6 = getelementptr double, ptr %p, i64 192
  store double %r6, ptr %w6
  %w7 = getelementptr double, ptr %p, i64 224
  store double %r7, ptr %w7
  ret void
}
define void @watches() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %p = getelementptr double, ptr %block, i64 %lane64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s0 = phi double [ 0.0, %entry ], [ %n0, %loop ]
  %s1 = phi double [ 0.0, %entry ], [ %n1, %loop ]
  %s2 = phi double [ 0.0, %entry ], [ %n2, %loop ]
  %s3 = phi double [ 0.0, %entry ], [ %n3, %loop ]
  %s4 = phi double [ 0.0, %entry ], [ %n4, %loop ]
  %s5 = phi double [ 0.0, %entry ], [ %n5, %loop ]
  %s6 = phi double [ 0.0, %entry ], [ %n6, %loop ]
  %s7 = phi double [ 0.0, %entry ], [ %n7, %loop ]
  %row = getelementptr double, ptr %p, i64 %k
  %seen = load volatile double, ptr %row
  %q0 = getelementptr double, ptr %row, i64 0
  %y0 = load double, ptr %q0
  %n0 = fadd double %s0, %y0
  %q1 = getelementptr double, ptr %row, i64 32
  %y1 = load double, ptr %q1
  %n1 = fadd double %s1, %y1
  %q2 = getelementptr double, ptr %row, i64 64
  %y2 = load double, ptr %q2
  %n2 = fadd double %s2, %y2
  %q3 = getelementptr double, ptr %row, i64 96
  %y3 = load double, ptr %q3
  %n3 = fadd double %s3, %y3
  %q4 = getelementptr double, ptr %row, i64 128
  %y4 = load double, ptr %q4
  %n4 = fadd double %s4, %y4
  %q5 = getelementptr double, ptr %row, i64 160
  %y5 = load double, ptr %q5
  %n5 = fadd double %s5, %y5
  %q6 = getelementptr double, ptr %row, i64 192
  %y6 = load double, ptr %q6
  %n6 = fadd double %s6, %y6
  %q7 = getelementptr double, ptr %row, i64 224
  %y7 = load double, ptr %q7
  %n7 = fadd double %s7, %y7
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k1, 100
  br i1 %again, label %loop, label %end
end:
  %r0 = phi double [ %n0, %loop ]
  %r1 = phi double [ %n1, %loop ]
  %r2 = phi double [ %n2, %loop ]
  %r3 = phi double [ %n3, %loop ]
  %r4 = phi double [ %n4, %loop ]
  %r5 = phi double [ %n5, %loop ]
  %r6 = phi double [ %n6, %loop ]
  %r7 = phi double [ %n7, %loop ]
  %w0 = getelementptr double, ptr %p, i64 0
  store double %r0, ptr %w0
  %w1 = getelementptr double, ptr %p, i64 32
  store double %r1, ptr %w1
  %w2 = getelementptr double, ptr %p, i64 64
  store double %r2, ptr %w2
  %w3 = getelementptr double, ptr %p, i64 96
  store double %r3, ptr %w3
  %w4 = getelementptr double, ptr %p, i64 128
  store double %r4, ptr %w4
  %w5 = getelementptr double, ptr %p, i64 160
  store double %r5, ptr %w5
  %w6 = getelementptr double, ptr %p, i64 192
  store double %r6, ptr %w6
  %w7 = getelementptr double, ptr %p, i64 224
  store double %r7, ptr %w7
  ret void
}
define void @adds() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %p = getelementptr double, ptr %block, i64 %lane64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s0 = phi double [ 0.0, %entry ], [ %n0, %loop ]
  %s1 = phi double [ 0.0, %entry ], [ %n1, %loop ]
  %s2 = phi double [ 0.0, %entry ], [ %n2, %loop ]
  %s3 = phi double [ 0.0, %entry ], [ %n3, %loop ]
  %s4 = phi double [ 0.0, %entry ], [ %n4, %loop ]
  %s5 = phi double [ 0.0, %entry ], [ %n5, %loop ]
  %s6 = phi double [ 0.0, %entry ], [ %n6, %loop ]
  %s7 = phi double [ 0.0, %entry ], [ %n7, %loop ]
  %row = getelementptr double, ptr %p, i64 %k
  %old = atomicrmw add ptr %row, i64 1 monotonic
  %q0 = getelementptr double, ptr %row, i64 0
  %y0 = load double, ptr %q0
  %n0 = fadd double %s0, %y0
  %q1 = getelementptr double, ptr %row, i64 32
  %y1 = load double, ptr %q1
  %n1 = fadd double %s1, %y1
  %q2 = getelementptr double, ptr %row, i64 64
  %y2 = load double, ptr %q2
  %n2 = fadd double %s2, %y2
  %q3 = getelementptr double, ptr %row, i64 96
  %y3 = load double, ptr %q3
  %n3 = fadd double %s3, %y3
  %q4 = getelementptr double, ptr %row, i64 128
  %y4 = load double, ptr %q4
  %n4 = fadd double %s4, %y4
  %q5 = getelementptr double, ptr %row, i64 160
  %y5 = load double, ptr %q5
  %n5 = fadd double %s5, %y5
  %q6 = getelementptr double, ptr %row, i64 192
  %y6 = load double, ptr %q6
  %n6 = fadd double %s6, %y6
  %q7 = getelementptr double, ptr %row, i64 224
  %y7 = load double, ptr %q7
  %n7 = fadd double %s7, %y7
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k1, 100
  br i1 %again, label %loop, label %end
end:
  %r0 = phi double [ %n0, %loop ]
  %r1 = phi double [ %n1, %loop ]
  %r2 = phi double [ %n2, %loop ]
  %r3 = phi double [ %n3, %loop ]
  %r4 = phi double [ %n4, %loop ]
  %r5 = phi double [ %n5, %loop ]
  %r6 = phi double [ %n6, %loop ]
  %r7 = phi double [ %n7, %loop ]
  %w0 = getelementptr double, ptr %p, i64 0
  store double %r0, ptr %w0
  %w1 = getelementptr double, ptr %p, i64 32
  store double %r1, ptr %w1
  %w2 = getelementptr double, ptr %p, i64 64
  store double %r2, ptr %w2
  %w3 = getelementptr double, ptr %p, i64 96
  store double %r3, ptr %w3
  %w4 = getelementptr double, ptr %p, i64 128
  store double %r4, ptr %w4
  %w5 = getelementptr double, ptr %p, i64 160
  store double %r5, ptr %w5
  %w6 = getelementptr double, ptr %p, i64 192
  store double %r6, ptr %w6
  %w7 = getelementptr double, ptr %p, i64 224
  store double %r7, ptr %w7
  ret void
}
define void @control() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %p = getelementptr double, ptr %block, i64 %lane64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s0 = phi double [ 0.0, %entry ], [ %n0, %loop ]
  %s1 = phi double [ 0.0, %entry ], [ %n1, %loop ]
  %s2 = phi double [ 0.0, %entry ], [ %n2, %loop ]
  %s3 = phi double [ 0.0, %entry ], [ %n3, %loop ]
  %s4 = phi double [ 0.0, %entry ], [ %n4, %loop ]
  %s5 = phi double [ 0.0, %entry ], [ %n5, %loop ]
  %s6 = phi double [ 0.0, %entry ], [ %n6, %loop ]
  %s7 = phi double [ 0.0, %entry ], [ %n7, %loop ]
  %row = getelementptr double, ptr %p, i64 %k
  %q0 = getelementptr double, ptr %row, i64 0
  %y0 = load double, ptr %q0
  %n0 = fadd double %s0, %y0
  %q1 = getelementptr double, ptr %row, i64 32
  %y1 = load double, ptr %q1
  %n1 = fadd double %s1, %y1
  %q2 = getelementptr double, ptr %row, i64 64
  %y2 = load double, ptr %q2
  %n2 = fadd double %s2, %y2
  %q3 = getelementptr double, ptr %row, i64 96
  %y3 = load double, ptr %q3
  %n3 = fadd double %s3, %y3
  %q4 = getelementptr double, ptr %row, i64 128
  %y4 = load double, ptr %q4
  %n4 = fadd double %s4, %y4
  %q5 = getelementptr double, ptr %row, i64 160
  %y5 = load double, ptr %q5
  %n5 = fadd double %s5, %y5
  %q6 = getelementptr double, ptr %row, i64 192
  %y6 = load double, ptr %q6
  %n6 = fadd double %s6, %y6
  %q7 = getelementptr double, ptr %row, i64 224
  %y7 = load double, ptr %q7
  %n7 = fadd double %s7, %y7
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k1, 100
  br i1 %again, label %loop, label %end
end:
  %r0 = phi double [ %n0, %loop ]
  %r1 = phi double [ %n1, %loop ]
  %r2 = phi double [ %n2, %loop ]
  %r3 = phi double [ %n3, %loop ]
  %r4 = phi double [ %n4, %loop ]
  %r5 = phi double [ %n5, %loop ]
  %r6 = phi double [ %n6, %loop ]
  %r7 = phi double [ %n7, %loop ]
  %w0 = getelementptr double, ptr %p, i64 0
  store double %r0, ptr %w0
  %w1 = getelementptr double, ptr %p, i64 32
  store double %r1, ptr %w1
  %w2 = getelementptr double, ptr %p, i64 64
  store double %r2, ptr %w2
  %w3 = getelementptr double, ptr %p, i64 96
  store double %r3, ptr %w3
  %w4 = getelementptr double, ptr %p, i64 128
  store double %r4, ptr %w4
  %w5 = getelementptr double, ptr %p, i64 160
  store double %r5, ptr %w5
  %w6 = getelementptr double, ptr %p, i64 192
  store double %r6, ptr %w6
  %w7 = getelementptr double, ptr %p, i64 224
  store double %r7, ptr %w7
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
