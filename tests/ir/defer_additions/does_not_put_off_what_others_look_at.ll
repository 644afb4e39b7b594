; SPDX-License-Identifier: Apache-2.0
; Additions that are not put off, since a thread of the kernel may look at the place before: through a
; volatile load of another parameter, which may point into the same array, or a plain load of the
; same one.
;
;   full: if (*(volatile int*)stop) return;  atomicAdd(&total[lane], 1)
;   last: if (*total > 9) return;  atomicAdd(total, 1)
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 48

; CHECK: define internal void @heddle_kernel_block(
; CHECK-NOT: claim_deferred
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %stop = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %total = load ptr, ptr %more, !invariant.load !0
  %seen = load volatile i32, ptr %stop
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %add, label %end
add:
  call void @heddle.mask(i1 true)
  %place = getelementptr i32, ptr %total, i32 %lane
  %old = atomicrmw add ptr %place, i32 1 syncscope("device") monotonic
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
define void @kernel.last() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %total = load ptr, ptr %params, !invariant.load !0
  %seen = load i32, ptr %total
  %few = icmp slt i32 %seen, 10
  br i1 %few, label %add, label %end
add:
  call void @heddle.mask(i1 true)
  %old = atomicrmw add ptr %total, i32 1 syncscope("device") monotonic
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
