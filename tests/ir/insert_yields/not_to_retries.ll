; SPDX-License-Identifier: Apache-2.0
; Loops that make progress by themselves do not wait: a retry with the value just seen (read before the swap or
; by it), tickets, a search in an array that others write, sums in a loop that counts.
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK-NOT: @heddle.yield
; CHECK-NOT: @heddle.progress
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
  %at = getelementptr i32, ptr %p, i32 %i
  %found = load volatile i32, ptr %at
  %stop = icmp ne i32 %found, 0
  br i1 %stop, label %read.pre, label %on
on:
  %next = add i32 %i, 32
  %last = icmp ugt i32 %next, 5000
  br i1 %last, label %read.pre, label %search
read.pre:
  br label %read
read:
  %seen2 = load volatile i32, ptr %p
  %more2 = mul i32 %seen2, 3
  %pair2 = cmpxchg ptr %p, i32 %seen2, i32 %more2 monotonic monotonic
  %old2 = extractvalue { i32, i1 } %pair2, 0
  %lost = icmp ne i32 %old2, %seen2
  br i1 %lost, label %read, label %sums.pre
sums.pre:
  br label %sums
sums:
  %k = phi i32 [ 0, %sums.pre ], [ %k1, %sums ]
  %place = getelementptr i32, ptr %p, i32 %k
  %v = load volatile i32, ptr %place
  %odd = and i32 %v, 1
  %step = add i32 %odd, %lane
  %ignored = atomicrmw add ptr %place, i32 %step monotonic
  %k1 = add i32 %k, 1
  %less = icmp ult i32 %k1, 100
  br i1 %less, label %sums, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
