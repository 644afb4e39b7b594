; SPDX-License-Identifier: Apache-2.0
; A tool that answers (event 1024) gives each access its address; a pointer that is stored stays
; the program's own.
;
; RUN: --from merge-accesses --stop-after split-masked-accesses --probes 1028

; CHECK: [[FROM:%.*]] = call ptr @heddle.probe.admit(ptr {{.*}}, ptr %at, ptr %data)
; CHECK-NEXT: %v = load i32, ptr [[FROM]]
; CHECK: [[TO:%.*]] = call ptr @heddle.probe.admit(ptr {{.*}}, ptr %at, ptr %data)
; CHECK-NEXT: store ptr %at, ptr [[TO]]
; CHECK: [[ADD:%.*]] = call ptr @heddle.probe.admit(ptr {{.*}}, ptr %other, ptr null)
; CHECK-NEXT: store i32 %v, ptr [[ADD]]
define void @kernel() {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %v = load i32, ptr %at
  store ptr %at, ptr %at
  %number = zext i32 %v to i64
  %other = inttoptr i64 %number to ptr
  store i32 %v, ptr %other
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
