; SPDX-License-Identifier: Apache-2.0
; Loops that get on by themselves do not wait: a retry with the value just seen, tickets, a search
; that stops early, a counted attempt.
;
; RUN: --from give-way

; CHECK-NOT: compiled again
; CHECK-NOT: @heddle.yield
define void @kernel() {
entry:
  %p = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %retry
retry:
  %old = phi i32 [ 0, %entry ], [ %seen, %retry ]
  %new = add i32 %old, %lane
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %tickets.pre, label %retry
tickets.pre:
  br label %tickets
tickets:
  %ticket = atomicrmw add ptr %p, i32 1 monotonic
  %more = icmp ult i32 %ticket, 1000
  br i1 %more, label %tickets, label %search.pre
search.pre:
  br label %search
search:
  %i = phi i32 [ %lane, %search.pre ], [ %next, %on ]
  %found = load volatile i32, ptr %p
  %stop = icmp ne i32 %found, 0
  br i1 %stop, label %attempts.pre, label %on
on:
  %next = add i32 %i, 32
  %last = icmp ugt i32 %next, 5000
  br i1 %last, label %attempts.pre, label %search
attempts.pre:
  br label %attempts
attempts:
  %n = phi i32 [ 0, %attempts.pre ], [ %n1, %again ]
  %pair2 = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %won2 = extractvalue { i32, i1 } %pair2, 1
  br i1 %won2, label %end, label %again
again:
  %n1 = add i32 %n, 1
  %enough = icmp eq i32 %n1, 100
  br i1 %enough, label %end, label %attempts
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
