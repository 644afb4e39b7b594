; SPDX-License-Identifier: Apache-2.0
; A search of 16 rounds that was unrolled: a chain of branches to one end, each by a byte. All lanes go through
; it one after the other, and what they found meets at the end.
;
; RUN: --from walk-loops --isa avx2 --stop-after walk-loops --changes

; CHECK: ; changed: {{.*}}walk-loops:1
; CHECK-LABEL: define void @kernel(
; CHECK: [[FOUND:%.*]] = call i32 @kernel.lane
; CHECK: phi i32 {{.*}}[ [[FOUND]],
; CHECK-LABEL: define internal i32 @kernel.lane
; CHECK-COUNT-15: load i8
; CHECK: phi i32
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 24
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %look0
look0:
  %p0 = getelementptr i8, ptr %row, i64 0
  %byte0 = load i8, ptr %p0
  %found0 = icmp eq i8 %byte0, 7
  br i1 %found0, label %done, label %look1
look1:
  %p1 = getelementptr i8, ptr %row, i64 1
  %byte1 = load i8, ptr %p1
  %found1 = icmp eq i8 %byte1, 7
  br i1 %found1, label %done, label %look2
look2:
  %p2 = getelementptr i8, ptr %row, i64 2
  %byte2 = load i8, ptr %p2
  %found2 = icmp eq i8 %byte2, 7
  br i1 %found2, label %done, label %look3
look3:
  %p3 = getelementptr i8, ptr %row, i64 3
  %byte3 = load i8, ptr %p3
  %found3 = icmp eq i8 %byte3, 7
  br i1 %found3, label %done, label %look4
look4:
  %p4 = getelementptr i8, ptr %row, i64 4
  %byte4 = load i8, ptr %p4
  %found4 = icmp eq i8 %byte4, 7
  br i1 %found4, label %done, label %look5
look5:
  %p5 = getelementptr i8, ptr %row, i64 5
  %byte5 = load i8, ptr %p5
  %found5 = icmp eq i8 %byte5, 7
  br i1 %found5, label %done, label %look6
look6:
  %p6 = getelementptr i8, ptr %row, i64 6
  %byte6 = load i8, ptr %p6
  %found6 = icmp eq i8 %byte6, 7
  br i1 %found6, label %done, label %look7
look7:
  %p7 = getelementptr i8, ptr %row, i64 7
  %byte7 = load i8, ptr %p7
  %found7 = icmp eq i8 %byte7, 7
  br i1 %found7, label %done, label %look8
look8:
  %p8 = getelementptr i8, ptr %row, i64 8
  %byte8 = load i8, ptr %p8
  %found8 = icmp eq i8 %byte8, 7
  br i1 %found8, label %done, label %look9
look9:
  %p9 = getelementptr i8, ptr %row, i64 9
  %byte9 = load i8, ptr %p9
  %found9 = icmp eq i8 %byte9, 7
  br i1 %found9, label %done, label %look10
look10:
  %p10 = getelementptr i8, ptr %row, i64 10
  %byte10 = load i8, ptr %p10
  %found10 = icmp eq i8 %byte10, 7
  br i1 %found10, label %done, label %look11
look11:
  %p11 = getelementptr i8, ptr %row, i64 11
  %byte11 = load i8, ptr %p11
  %found11 = icmp eq i8 %byte11, 7
  br i1 %found11, label %done, label %look12
look12:
  %p12 = getelementptr i8, ptr %row, i64 12
  %byte12 = load i8, ptr %p12
  %found12 = icmp eq i8 %byte12, 7
  br i1 %found12, label %done, label %look13
look13:
  %p13 = getelementptr i8, ptr %row, i64 13
  %byte13 = load i8, ptr %p13
  %found13 = icmp eq i8 %byte13, 7
  br i1 %found13, label %done, label %look14
look14:
  %p14 = getelementptr i8, ptr %row, i64 14
  %byte14 = load i8, ptr %p14
  %found14 = icmp eq i8 %byte14, 7
  br i1 %found14, label %done, label %look15
look15:
  %p15 = getelementptr i8, ptr %row, i64 15
  %byte15 = load i8, ptr %p15
  %found15 = icmp eq i8 %byte15, 7
  br i1 %found15, label %done, label %none
none:
  br label %done
done:
  %at = phi i32 [ 0, %look0 ], [ 1, %look1 ], [ 2, %look2 ], [ 3, %look3 ], [ 4, %look4 ], [ 5, %look5 ], [ 6, %look6 ], [ 7, %look7 ], [ 8, %look8 ], [ 9, %look9 ], [ 10, %look10 ], [ 11, %look11 ], [ 12, %look12 ], [ 13, %look13 ], [ 14, %look14 ], [ 15, %look15 ], [ 16, %none ]
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %at, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
