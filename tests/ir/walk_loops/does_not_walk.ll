; SPDX-License-Identifier: Apache-2.0
; The warp's vectors stay where they do as well: of bytes side by side (@side_by_side), of rounds that are counted
; (@counted: lanes end together, or nearly so), where the next address waits for what was loaded (@chases) and of more arithmetic than loads (@arithmetic). And
; a volatile load is seen in an order (@volatile). @control walks.
;
; RUN: --from walk-loops --isa avx2 --stop-after walk-loops --changes

; CHECK: ; changed: {{.*}}walk-loops:1{{$}}
; CHECK-LABEL: define void @side_by_side(
; CHECK-NOT: = call i64
; CHECK-LABEL: define void @counted(
; CHECK-NOT: = call i64
; CHECK-LABEL: define void @chases(
; CHECK-NOT: = call i64
; CHECK-LABEL: define void @arithmetic(
; CHECK-NOT: = call i64
; CHECK-LABEL: define void @volatile(
; CHECK-NOT: = call i64
; CHECK-LABEL: define void @control(
; CHECK: call i64 @control.lane
define void @side_by_side() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = add i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %next = add i64 %k, 32
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
define void @counted() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  %counts = getelementptr i32, ptr %rows, i64 %i
  %count = load i32, ptr %counts
  %end = zext i32 %count to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %s, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %s = add i8 %sum, %byte
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
define void @chases() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %step = zext i8 %byte to i64
  %next = add i64 %k, %step
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
define void @arithmetic() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %next = add i64 %k, 1
  %w = zext i8 %byte to i32
  %m0 = mul i32 %w, 2654435761
  %x0 = xor i32 %m0, 5
  %m1 = mul i32 %x0, 2654435761
  %x1 = xor i32 %m1, 6
  %m2 = mul i32 %x1, 2654435761
  %x2 = xor i32 %m2, 7
  %m3 = mul i32 %x2, 2654435761
  %x3 = xor i32 %m3, 8
  %m4 = mul i32 %x3, 2654435761
  %x4 = xor i32 %m4, 9
  %m5 = mul i32 %x4, 2654435761
  %x5 = xor i32 %m5, 10
  %m6 = mul i32 %x5, 2654435761
  %x6 = xor i32 %m6, 11
  %m7 = mul i32 %x6, 2654435761
  %x7 = xor i32 %m7, 12
  %m8 = mul i32 %x7, 2654435761
  %x8 = xor i32 %m8, 13
  %m9 = mul i32 %x8, 2654435761
  %x9 = xor i32 %m9, 14
  %m10 = mul i32 %x9, 2654435761
  %x10 = xor i32 %m10, 15
  %m11 = mul i32 %x10, 2654435761
  %x11 = xor i32 %m11, 16
  %m12 = mul i32 %x11, 2654435761
  %x12 = xor i32 %m12, 17
  %m13 = mul i32 %x12, 2654435761
  %x13 = xor i32 %m13, 18
  %m14 = mul i32 %x13, 2654435761
  %x14 = xor i32 %m14, 19
  %m15 = mul i32 %x14, 2654435761
  %x15 = xor i32 %m15, 20
  %more = icmp ne i32 %x15, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
define void @volatile() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load volatile i8, ptr %p
  %next = add i64 %k, 1
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
define void @control() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %next = add i64 %k, 1
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
