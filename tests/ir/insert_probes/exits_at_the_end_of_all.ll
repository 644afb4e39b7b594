; SPDX-License-Identifier: Apache-2.0
; Where a tool leaves out what is in step (events 512 and 131072), and nothing behind a thread's end
; meets other threads, all of a warp end together: `if (v < 5) *at = 1;`.
;
; RUN: --from merge-accesses --stop-after insert-probes --probes 131584

; CHECK: %small = icmp ult i32 %v, 5
; CHECK-NEXT: br i1 %small, label %work, label %end{{$}}
; CHECK: store i32 1
; CHECK-NEXT: br label %end{{$}}
; CHECK: end:
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 true)
; CHECK-NEXT: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %small = icmp ult i32 %v, 5
  br i1 %small, label %work, label %end
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
