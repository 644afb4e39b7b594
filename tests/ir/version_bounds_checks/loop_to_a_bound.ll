; SPDX-License-Identifier: Apache-2.0
; A loop whose way round is on a bound runs first as a copy without masks, as long as all lanes go
; round; the others' values reach the loop itself, or what follows.
;
;   i = 32 * warp + lane; s = 0; do { s += i; out[i] = s; } while ((i += step) < n); out[lane] = s
;
; RUN: --from combine-accesses --stop-after linearise

; The loop itself goes on where the copy ended, for those who are inside.
; CHECK: loop:
; CHECK: [[LANES:%loop.lanes[0-9.]*]] = phi i1 [ %inside.all, %loop.rest ], [ {{.*}}, %loop ]
; CHECK: %i = phi i32 [ %next.all, %loop.rest ], [ %next, %loop ]
; CHECK: %s = phi i32 [ %sum.all, %loop.rest ], [ %sum, %loop ]
; CHECK: call void @heddle.mask(i1 [[LANES]])
; CHECK: [[LAST:%.*]] = select i1 %inside.all, i32 {{.*}}, i32 %sum.all
; CHECK: phi i32 [ [[LAST]], %end ], [ %sum.all, {{.*}} ], [ %sum.all, {{.*}} ]
; CHECK: loop.all:
; CHECK: %i.all = phi i32 [ %first.lane, %entry ], [ %next.all, %loop.all ]
; CHECK: %s.all = phi i32 [ 0, %entry ], [ %sum.all, %loop.all ]
; CHECK: call void @heddle.mask(i1 true)
; CHECK: [[ALL:%.*]] = call i1 @heddle.all(i1 %inside.all)
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[ALL]], i1 true)
; CHECK: br i1 [[ASK]], label %loop.all, label %loop.some{{(,|$)}}
; CHECK: [[ANY:%.*]] = call i1 @heddle.any(i1 %inside.all)
; CHECK: br i1 [[ANY]], label %loop.rest, label %end.join{{(,|$)}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block, !invariant.load !0
  %step.at = getelementptr i8, ptr %block, i64 40
  %step = load i32, ptr %step.at, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl i32 %warp, 5
  %first.lane = or disjoint i32 %first, %lane
  br label %loop
loop:
  %i = phi i32 [ %first.lane, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, %i
  %place = getelementptr i32, ptr %block, i32 %i
  store i32 %sum, ptr %place
  %next = add i32 %i, %step
  %inside = icmp ult i32 %next, %n
  br i1 %inside, label %loop, label %end
end:
  %last = phi i32 [ %sum, %loop ]
  %out = getelementptr i32, ptr %block, i32 %lane
  store i32 %last, ptr %out
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
!0 = !{}
