; SPDX-License-Identifier: Apache-2.0
; What a branch leads to is walked as a whole, the branches in it are not asked again (@branch_in_branch: one question).
; A branch that comes back to itself before its ways join is a loop's end (@round: the code of one lane would begin in
; the middle of a round). Of loops in loops, rounds of the inner ones are no few (@loop_in_loop).
;
; RUN: --from walk-few-lanes --isa avx2 --stop-after walk-few-lanes --changes

; CHECK: ; changed: walk-few-lanes:1{{$}}
; CHECK-LABEL: define void @branch_in_branch(
; CHECK: heddle.few
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @round(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @loop_in_loop(
; CHECK-NOT: heddle.few
; CHECK: ret void
define void @branch_in_branch() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %one, label %end
one:
  %aw0 = zext i32 %v to i64
  %ap0 = getelementptr i32, ptr %block, i64 %aw0
  %ag0 = load i32, ptr %ap0
  %aw1 = zext i32 %ag0 to i64
  %ap1 = getelementptr i32, ptr %block, i64 %aw1
  %ag1 = load i32, ptr %ap1
  %aw2 = zext i32 %ag1 to i64
  %ap2 = getelementptr i32, ptr %block, i64 %aw2
  %ag2 = load i32, ptr %ap2
  %d = icmp sgt i32 %ag2, 9
  br i1 %d, label %two, label %after
two:
  %v2 = add i32 %ag2, 1
  %bw0 = zext i32 %v2 to i64
  %bp0 = getelementptr i32, ptr %block, i64 %bw0
  %bg0 = load i32, ptr %bp0
  %bw1 = zext i32 %bg0 to i64
  %bp1 = getelementptr i32, ptr %block, i64 %bw1
  %bg1 = load i32, ptr %bp1
  %bw2 = zext i32 %bg1 to i64
  %bp2 = getelementptr i32, ptr %block, i64 %bw2
  %bg2 = load i32, ptr %bp2
  %bw3 = zext i32 %bg2 to i64
  %bp3 = getelementptr i32, ptr %block, i64 %bw3
  %bg3 = load i32, ptr %bp3
  %bw4 = zext i32 %bg3 to i64
  %bp4 = getelementptr i32, ptr %block, i64 %bw4
  %bg4 = load i32, ptr %bp4
  %bw5 = zext i32 %bg4 to i64
  %bp5 = getelementptr i32, ptr %block, i64 %bw5
  %bg5 = load i32, ptr %bp5
  store i32 %bg5, ptr %place
  br label %after
after:
  br label %end
end:
  ret void
}
define void @round() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  br label %head
head:
  %s = phi i32 [ %v, %entry ], [ %g5, %body ]
  %more = icmp sgt i32 %s, 0
  br i1 %more, label %body, label %end
body:
  %w0 = zext i32 %s to i64
  %p0 = getelementptr i32, ptr %block, i64 %w0
  %g0 = load i32, ptr %p0
  %w1 = zext i32 %g0 to i64
  %p1 = getelementptr i32, ptr %block, i64 %w1
  %g1 = load i32, ptr %p1
  %w2 = zext i32 %g1 to i64
  %p2 = getelementptr i32, ptr %block, i64 %w2
  %g2 = load i32, ptr %p2
  %w3 = zext i32 %g2 to i64
  %p3 = getelementptr i32, ptr %block, i64 %w3
  %g3 = load i32, ptr %p3
  %w4 = zext i32 %g3 to i64
  %p4 = getelementptr i32, ptr %block, i64 %w4
  %g4 = load i32, ptr %p4
  %w5 = zext i32 %g4 to i64
  %p5 = getelementptr i32, ptr %block, i64 %w5
  %g5 = load i32, ptr %p5
  br label %head
end:
  %total = phi i32 [ %s, %head ]
  store i32 %total, ptr %place
  ret void
}
define void @loop_in_loop() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  br label %outer
outer:
  %s = phi i32 [ %v, %entry ], [ %next, %latch ]
  %w0 = zext i32 %s to i64
  %p0 = getelementptr i32, ptr %block, i64 %w0
  %g0 = load i32, ptr %p0
  %w1 = zext i32 %g0 to i64
  %p1 = getelementptr i32, ptr %block, i64 %w1
  %g1 = load i32, ptr %p1
  %w2 = zext i32 %g1 to i64
  %p2 = getelementptr i32, ptr %block, i64 %w2
  %g2 = load i32, ptr %p2
  %w3 = zext i32 %g2 to i64
  %p3 = getelementptr i32, ptr %block, i64 %w3
  %g3 = load i32, ptr %p3
  %w4 = zext i32 %g3 to i64
  %p4 = getelementptr i32, ptr %block, i64 %w4
  %g4 = load i32, ptr %p4
  %w5 = zext i32 %g4 to i64
  %p5 = getelementptr i32, ptr %block, i64 %w5
  %g5 = load i32, ptr %p5
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k1, %inner ]
  %t = phi i32 [ %g5, %outer ], [ %cg1, %inner ]
  %cw0 = zext i32 %t to i64
  %cp0 = getelementptr i32, ptr %block, i64 %cw0
  %cg0 = load i32, ptr %cp0
  %cw1 = zext i32 %cg0 to i64
  %cp1 = getelementptr i32, ptr %block, i64 %cw1
  %cg1 = load i32, ptr %cp1
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, 4
  br i1 %again, label %inner, label %latch
latch:
  %next = phi i32 [ %cg1, %inner ]
  %more = icmp sgt i32 %next, 0
  br i1 %more, label %outer, label %end
end:
  %total = phi i32 [ %next, %latch ]
  store i32 %total, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
