; SPDX-License-Identifier: Apache-2.0
; Also where a tool leaves out what is in step (events 512 and 131072), a thread that stores and ends
; is told of at once where others still come to a barrier: they do so without it.
;
; RUN: --from merge-accesses --stop-after insert-probes --probes 131584

; CHECK: early:
; CHECK-NEXT: store i32 0
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 true)
; CHECK: late:
; CHECK: store i32 1
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 true)
; CHECK: end:
; CHECK-NEXT: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  %small = icmp ult i32 %v, 5
  br i1 %small, label %early, label %late
early:
  store i32 0, ptr %at
  br label %end
late:
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  store i32 1, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
