; SPDX-License-Identifier: Apache-2.0
; A walk to the end of a list, again and again until it has found: another thread may append to the list. The store
; between may go to the list, as far as anybody can tell, so each round reads anew. Without it, a compiler may keep
; what the first round has read.
;
;   for (;;) { for (n = 0; n >= 0; n = next[n]) if (key[n] == 7) goto found;  *tries = ++k; }
;   found: next[lane] = n; key[lane] = n;
;
; RUN: --from insert-yields --stop-after insert-yields

; CHECK: round:
; CHECK: node:
; CHECK-NOT: heddle.yield
; CHECK: not.found:
; CHECK: call void @heddle.yield.at.times()
; CHECK: quiet.node:
; CHECK-NOT: heddle.yield
; CHECK: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %next = load ptr, ptr %params, !invariant.load !0
  %a1 = getelementptr i8, ptr %params, i64 8
  %key = load ptr, ptr %a1, !invariant.load !0
  %a2 = getelementptr i8, ptr %params, i64 16
  %tries = load ptr, ptr %a2, !invariant.load !0
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %k1, %not.found ]
  br label %node
node:
  %n = phi i32 [ 0, %round ], [ %n1, %other ]
  %key.at = getelementptr i32, ptr %key, i32 %n
  %is = load i32, ptr %key.at
  %found = icmp eq i32 %is, 7
  br i1 %found, label %quiet.pre, label %other
other:
  %next.at = getelementptr i32, ptr %next, i32 %n
  %n1 = load i32, ptr %next.at
  %more = icmp sgt i32 %n1, -1
  br i1 %more, label %node, label %not.found
not.found:
  %k1 = add i32 %k, 1
  store i32 %k1, ptr %tries
  br label %round
quiet.pre:
  %at = phi i32 [ %n, %node ]
  br label %quiet
quiet:
  br label %quiet.node
quiet.node:
  %m = phi i32 [ 0, %quiet ], [ %m1, %quiet.other ]
  %quiet.key = getelementptr i32, ptr %key, i32 %m
  %quiet.is = load i32, ptr %quiet.key
  %quiet.found = icmp eq i32 %quiet.is, 8
  br i1 %quiet.found, label %end, label %quiet.other
quiet.other:
  %quiet.next = getelementptr i32, ptr %next, i32 %m
  %m1 = load i32, ptr %quiet.next
  %quiet.more = icmp sgt i32 %m1, -1
  br i1 %quiet.more, label %quiet.node, label %quiet.again
quiet.again:
  br label %quiet
end:
  %mine = getelementptr i32, ptr %next, i32 %lane
  store i32 %at, ptr %mine
  %mine.key = getelementptr i32, ptr %key, i32 %lane
  store i32 %at, ptr %mine.key
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
