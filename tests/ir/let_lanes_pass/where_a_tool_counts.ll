; SPDX-License-Identifier: Apache-2.0
; A search that hardly ever waits for lanes of its own warp, but might: where a tool only counts (event 134217728),
; its lanes let each other run on, too, by instructions that are not counted. Where it also hears barriers (64), which
; lanes meet matters, and they do not.
;
;   while (places[4 * (lane + 1) + i % 4] == 0) ++i;
;   places[4 * lane] = what it found;
;
; RUN: --from insert-yields --stop-after thread-by-thread --probes 134217728
; RUN: --from insert-yields --stop-after thread-by-thread --probes 134217792 | HEARD

; CHECK: icmp uge i32 %{{.*}}, 1000, !heddle.uncounted
; CHECK-NEXT: br i1 {{.*}}, !heddle.uncounted
; CHECK-LABEL: lanes.meet:
; CHECK: br i1 {{.*}}, label %lanes.wait, label {{.*}}, !heddle.uncounted

; HEARD-NOT: lanes.meet
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %places = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %next = add i32 %lane, 1
  %row = shl i32 %next, 2
  br label %look
look:
  %i = phi i32 [ %lane, %entry ], [ %more, %again ]
  %part = and i32 %i, 3
  %at = add i32 %row, %part
  %there = getelementptr i32, ptr %places, i32 %at
  %seen = load i32, ptr %there
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %again, label %found
again:
  %more = add i32 %i, 1
  br label %look
found:
  %got = phi i32 [ %seen, %look ]
  %own = shl i32 %lane, 2
  %mine = getelementptr i32, ptr %places, i32 %own
  store i32 %got, ptr %mine
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
