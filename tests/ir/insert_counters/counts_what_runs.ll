; SPDX-License-Identifier: Apache-2.0
; Where a tool counts (event 134217728), each block with instructions, each branch and each access has a
; counter; an access through a pointer of unknown memory is never counted by code alone (step 0). A plain run
; has none.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728
; RUN: --from insert-counters --stop-after insert-counters | PLAIN

; CHECK: @heddle.counted = constant [6 x
; CHECK: entry:
; CHECK-NEXT: call void @heddle.count.block(i32 36, i32 0)
; CHECK: call void @heddle.count.access(ptr {{.*}}, i32 {{[0-9]+}}, i32 4, ptr %at)
; CHECK-NEXT: %v = load i32, ptr %at
; CHECK: call void @heddle.count.branch(i32 {{[0-9]+}}, i1 %big)
; CHECK-NEXT: br i1 %big
; CHECK: work:
; CHECK-NEXT: call void @heddle.count.block(
; CHECK: call void @heddle.count.access(ptr {{.*}}, i32 {{[0-9]+}}, i32 0, ptr %other)
; CHECK-NEXT: store i32 1, ptr %other

; PLAIN-NOT: heddle.count
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  %big = icmp ugt i32 %v, 5
  br i1 %big, label %work, label %end
work:
  %number = zext i32 %v to i64
  %other = inttoptr i64 %number to ptr
  store i32 1, ptr %other
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
