; SPDX-License-Identifier: Apache-2.0
; Each lane leaves the first loop in a round of its own, and one at a time; all of them come to the second, where
; they wait for each other again.
;
;   while (*(volatile int*)turn != lane) {}        *(volatile int*)turn = lane + 1; __syncwarp();
;   while (*(volatile int*)turn != lane + 32) {}   *(volatile int*)turn = lane + 33;
;
; RUN: --from insert-yields --stop-after insert-yields

; CHECK: first:
; CHECK: call void @heddle.yield(){{.*}}!heddle.among.lanes
; CHECK: second:
; CHECK: call void @heddle.yield(){{.*}}!heddle.among.lanes
define void @kernel() {
entry:
  %turn = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %first
first:
  %seen = load volatile i32, ptr %turn
  %mine = icmp eq i32 %seen, %lane
  br i1 %mine, label %between, label %first
between:
  %next = add i32 %lane, 1
  store volatile i32 %next, ptr %turn
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %later = add i32 %lane, 32
  br label %second
second:
  %seen2 = load volatile i32, ptr %turn
  %mine2 = icmp eq i32 %seen2, %later
  br i1 %mine2, label %end, label %second
end:
  %last = add i32 %lane, 33
  store volatile i32 %last, ptr %turn
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @llvm.nvvm.bar.warp.sync(i32)
