; SPDX-License-Identifier: Apache-2.0
; Loops that clear another bit than the lowest, or use the numbers on the way, are none that count
; bits; and memory that a loop sets stays a loop.
;
; RUN: --from count-bits --changes

; CHECK: ; changed: none
; CHECK-NOT: call
; CHECK: ret i32
define i32 @kernel(i64 %x, ptr %out) {
entry:
  %none = icmp eq i64 %x, 0
  br i1 %none, label %next, label %other
other:
  %v = phi i64 [ %x, %entry ], [ %v.next, %other ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %other ]
  %less = add i64 %v, -2
  %v.next = and i64 %v, %less
  %count.next = add i32 %count, 1
  %done = icmp eq i64 %v.next, 0
  br i1 %done, label %next, label %other
next:
  %sum = phi i32 [ 0, %entry ], [ %count.next, %other ]
  br i1 %none, label %set, label %twice
twice:
  %w = phi i64 [ %x, %next ], [ %w.next, %twice ]
  %two = phi i32 [ %sum, %next ], [ %two.next, %twice ]
  %w.less = add i64 %w, -1
  %w.next = and i64 %w, %w.less
  %low = trunc i64 %w to i32
  %two.next = xor i32 %two, %low
  %w.done = icmp eq i64 %w.next, 0
  br i1 %w.done, label %set, label %twice
set:
  %result = phi i32 [ %sum, %next ], [ %two.next, %twice ]
  br label %loop
loop:
  %i = phi i64 [ 0, %set ], [ %i.next, %loop ]
  %p = getelementptr i32, ptr %out, i64 %i
  store i32 0, ptr %p
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, 1000
  br i1 %end, label %exit, label %loop
exit:
  ret i32 %result
}
