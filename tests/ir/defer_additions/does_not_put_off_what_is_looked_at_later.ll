; SPDX-License-Identifier: Apache-2.0
; An addition is not put off if, several branches later, the thread reads device memory or writes there:
; the place may be the same one. Only the addition of the last warp, behind which nothing follows, is.
;
;   full: atomicAdd(total, 1); if (a) { if (b) { v = *other; } }
;   last: atomicAdd(total, 1); if (a) { if (b) { } }
;
; RUN: --from defer-additions --block 48 --changes

; CHECK: ; changed: defer-additions:1
; CHECK-LABEL: define void @kernel.full(
; CHECK-NOT: heddle.deferred
; CHECK-LABEL: define void @kernel.last(
; CHECK: atomicrmw add {{.*}} !heddle.deferred
define void @kernel.full() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %total = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %other = load ptr, ptr %more, !invariant.load !0
  %flags = getelementptr i8, ptr %params, i64 16
  %a = load i1, ptr %flags, !invariant.load !0
  %b.at = getelementptr i8, ptr %params, i64 17
  %b = load i1, ptr %b.at, !invariant.load !0
  %old = atomicrmw add ptr %total, i32 1 syncscope("device") monotonic
  br i1 %a, label %second, label %end
second:
  br i1 %b, label %third, label %end
third:
  %v = load i32, ptr %other
  %sum = atomicrmw add ptr %total, i32 2 syncscope("device") monotonic
  %w = load i32, ptr %other
  br label %end
end:
  ret void
}
define void @kernel.last() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %total = load ptr, ptr %params, !invariant.load !0
  %flags = getelementptr i8, ptr %params, i64 16
  %a = load i1, ptr %flags, !invariant.load !0
  %b.at = getelementptr i8, ptr %params, i64 17
  %b = load i1, ptr %b.at, !invariant.load !0
  %old = atomicrmw add ptr %total, i32 1 syncscope("device") monotonic
  br i1 %a, label %second, label %end
second:
  br i1 %b, label %third, label %end
third:
  br label %end
end:
  ret void
}
declare ptr @heddle.block() memory(none)
!0 = !{}
