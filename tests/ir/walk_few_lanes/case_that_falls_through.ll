; SPDX-License-Identifier: Apache-2.0
; What a branch leads to may be entered by another way as well (a case that falls through to the next): the
; code of one lane has the one way in that it is called for, and both ways go on to it.
;
;   switch (in[i]) { case 0: a = x[i]; case 1: out[i] = chain of gathers from a; }
;
; RUN: --from walk-few-lanes --isa avx2 --stop-after walk-few-lanes --changes

; CHECK: ; changed: {{.*}}walk-few-lanes:1
; CHECK-LABEL: define void @kernel(
; CHECK: few:
; CHECK: call i1 @heddle.few(
; CHECK-LABEL: define internal void @kernel.lane(
; CHECK: second:
; CHECK-NEXT: phi i32 [ %a, %first ]{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %zero = icmp eq i32 %v, 0
  br i1 %zero, label %first, label %other
first:
  %x = getelementptr i32, ptr %place, i64 64
  %a = load i32, ptr %x
  br label %second
other:
  %one = icmp eq i32 %v, 1
  br i1 %one, label %second, label %end
second:
  %from = phi i32 [ %a, %first ], [ %v, %other ]
  %w0 = zext i32 %from to i64
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
  store i32 %g5, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
