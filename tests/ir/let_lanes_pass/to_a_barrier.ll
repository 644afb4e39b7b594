; SPDX-License-Identifier: Apache-2.0
; No lane passes the barrier while others wait: they meet there.
;
;   while (*(volatile int*)flag == 0) {}
;   ++*flag;
;   __syncthreads();
;   x = *flag;
;
; RUN: --from canonicalise-loops --stop-after thread-by-thread

; CHECK-NOT: compiled again
; CHECK-LABEL: lanes.again:
; CHECK: load volatile
; CHECK: store volatile
; CHECK-LABEL: lanes.meet:
; CHECK-LABEL: lanes.wait:
; CHECK: call i32 @heddle.barrier(
; CHECK: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %flag = getelementptr i32, ptr %block, i32 %lane
  %to = getelementptr i32, ptr %flag, i32 1
  br label %spin
spin:
  %seen = load volatile i32, ptr %flag
  %some = icmp ne i32 %seen, 0
  br i1 %some, label %on, label %spin
on:
  %more = add i32 %seen, 1
  store volatile i32 %more, ptr %to
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  store i32 %more, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
