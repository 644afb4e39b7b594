; SPDX-License-Identifier: Apache-2.0
; A tool that asks for accesses and branches (events 4 and 32) gets these; a plain run has none.
;
; RUN: --from merge-accesses --stop-after split-masked-accesses --probes 36
; RUN: --from merge-accesses --stop-after split-masked-accesses | PLAIN

; CHECK: load ptr, ptr %block
; CHECK-NOT: heddle.probe
; CHECK: call void @heddle.probe.access(ptr [[LOAD:@.*]], ptr %at, ptr %data)
; CHECK-NEXT: %v = load i32, ptr %at
; CHECK-NOT: heddle.probe.barrier
; CHECK: call void @heddle.probe.branch(ptr {{.*}}, i1 %big)
; CHECK-NEXT: br i1 %big
; CHECK: call void @heddle.probe.access(ptr {{.*}}, ptr %at, ptr %data)
; CHECK-NEXT: store i32 1

; PLAIN-NOT: heddle.probe
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %big = icmp ugt i32 %v, 5
  br i1 %big, label %work, label %end
work:
  store i32 1, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
