; SPDX-License-Identifier: Apache-2.0
; A function that calls itself until another thread has written waits: it yields in front of the
; call, and its lanes may wait for each other. One that goes down a tree looks elsewhere each time,
; and one that looks at a local variable looks at its own.
;
; RUN: --from insert-yields
; RUN: --from insert-yields --block 1x1x1 | ONE

; CHECK: to be compiled again, thread by thread
; ONE-NOT: compiled again
; ONE-LABEL: define i32 @wait(
; ONE: call void @heddle.progress()
; ONE-NEXT: call void @heddle.yield()
; ONE-NEXT: call i32 @wait(
; ONE-LABEL: define i32 @descend(
; ONE-NOT: yield
; ONE: ret i32
; ONE-LABEL: define i32 @counts_in_memory(
; ONE-NOT: yield
; ONE: ret i32
define void @kernel() {
  %block = call ptr @heddle.block()
  %a = call i32 @wait(ptr %block)
  %b = call i32 @descend(ptr %block)
  %c = call i32 @counts_in_memory(i32 %b)
  ret void
}
define i32 @wait(ptr %flag) {
entry:
  %seen = load volatile i32, ptr %flag
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %end, label %again
again:
  %below = call i32 @wait(ptr %flag)
  %mixed = xor i32 %below, 5
  br label %end
end:
  %r = phi i32 [ %seen, %entry ], [ %mixed, %again ]
  ret i32 %r
}
define i32 @descend(ptr %node) {
entry:
  %below = load volatile ptr, ptr %node
  %leaf = icmp eq ptr %below, null
  br i1 %leaf, label %end, label %again
again:
  %depth = call i32 @descend(ptr %below)
  %more = add i32 %depth, 1
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %more, %again ]
  ret i32 %r
}
define i32 @counts_in_memory(i32 %n) {
entry:
  %own = alloca i32
  store volatile i32 %n, ptr %own
  %left = load volatile i32, ptr %own
  %last = icmp eq i32 %left, 0
  br i1 %last, label %end, label %again
again:
  %less = sub i32 %left, 1
  %below = call i32 @counts_in_memory(i32 %less)
  %more = add i32 %below, 1
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %more, %again ]
  ret i32 %r
}
declare ptr @heddle.block()
