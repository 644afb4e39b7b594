; SPDX-License-Identifier: Apache-2.0
; Each lane looks back in a column of its own and writes there: no lane waits for another one.
;
;   for (row = block - 1; row >= 0; --row) {
;     do { seen = ((volatile int*)a)[256 * row + t]; } while (seen == 0);
;     if (seen < 0) break;
;   }
;   a[256 * block + t] = 1;
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: wait:
; CHECK: call void @heddle.yield()
define void @kernel() {
entry:
  %b = call ptr @heddle.block()
  %t = call i32 @heddle.lane()
  %params = load ptr, ptr %b, !invariant.load !0
  %a = load ptr, ptr %params, !invariant.load !0
  %number = getelementptr i8, ptr %params, i64 8
  %block = load i32, ptr %number, !invariant.load !0
  %rows = shl nsw i32 %block, 8
  %place = or disjoint i32 %rows, %t
  %place.64 = sext i32 %place to i64
  %mine = getelementptr inbounds i32, ptr %a, i64 %place.64
  %t.64 = zext i32 %t to i64
  %column = getelementptr i32, ptr %a, i64 %t.64
  %first = sext i32 %block to i64
  br label %rounds
rounds:
  %row = phi i64 [ %first, %entry ], [ %before, %seen.it ]
  %before = add nsw i64 %row, -1
  %any = icmp sgt i64 %row, 0
  br i1 %any, label %look, label %behind
look:
  %bytes = shl i64 %before, 10
  %other = getelementptr i8, ptr %column, i64 %bytes
  br label %wait
wait:
  %seen = load volatile i32, ptr %other
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %seen.it
seen.it:
  %got = phi i32 [ %seen, %wait ]
  %goes.on = icmp sgt i32 %got, 0
  br i1 %goes.on, label %rounds, label %behind
behind:
  store volatile i32 1, ptr %mine
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
