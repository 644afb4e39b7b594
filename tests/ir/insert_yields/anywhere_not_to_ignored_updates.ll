; SPDX-License-Identifier: Apache-2.0
; Where threads run one by one, a loop that counts in a histogram does not wait: nobody looks at what the update found.
; One that looks may wait.
;
; RUN: --from insert-yields-anywhere --stop-after insert-yields-anywhere --debug
; CHECK-LABEL: define internal void @kernel(
; CHECK: counts:
; CHECK-NOT: @heddle.yield
; CHECK: looks:
; CHECK: %found = atomicrmw
; CHECK: call void @heddle.yield()
define internal void @kernel(ptr %bins, i32 %n) {
entry:
  %i = alloca i32
  store i32 0, ptr %i
  br label %counts
counts:
  %k = load i32, ptr %i
  %bin = getelementptr i32, ptr %bins, i32 %k
  %ignored = atomicrmw add ptr %bin, i32 1 monotonic
  %next = add i32 %k, 1
  store i32 %next, ptr %i
  %more = icmp slt i32 %next, %n
  br i1 %more, label %counts, label %looks
looks:
  %found = atomicrmw or ptr %bins, i32 0 monotonic
  %open = icmp eq i32 %found, 0
  br i1 %open, label %looks, label %end
end:
  ret void
}
