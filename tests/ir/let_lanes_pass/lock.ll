; SPDX-License-Identifier: Apache-2.0
; Who waits for a lock goes round by way of the end, so that the lane that has it gives it back first.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   ...
;   atomicExch(lock, 0);
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK: cmpxchg
; CHECK-NOT: heddle.yield
; CHECK: atomicrmw xchg
; CHECK-LABEL: lanes.meet:
; CHECK: br i1 {{.*}}, label %lanes.wait, label
; CHECK-LABEL: lanes.wait:
; CHECK: icmp eq i32
; CHECK-NEXT: br i1 {{.*}}, label %lanes.yield, label %lanes.again
; CHECK-LABEL: lanes.yield:
; CHECK-NEXT: call void @heddle.yield()
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  ret void
}
declare ptr @heddle.block()
