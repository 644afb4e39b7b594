; SPDX-License-Identifier: Apache-2.0
; Where a tool hears of accesses, too (events 134217728 and 4), a block of code also says how many cycles a warp
; is busy with it: 293 for each round of loads. The second load stays behind the store, which waits for the first
; one; in the other block the store is to another object.
;
;   __global__ void kernel(int* p, int* q) { p[0] = q[0]; p[1] = q[1]; }
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217732
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728 | ALONE

; CHECK: entry:
; CHECK-NEXT: call void @heddle.count.block(i32 36, i32 {{(58[6-9]|59[0-9]|6[0-4][0-9])}})
; CHECK: apart:
; CHECK-NEXT: call void @heddle.count.block(i32 {{[0-9]+}}, i32 {{(29[3-9]|3[0-4][0-9])}})

; ALONE: entry:
; ALONE-NEXT: call void @heddle.count.block(i32 36, i32 0)
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %p = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %q = load ptr, ptr %second, !invariant.load !0
  %a = load i32, ptr %q
  store i32 %a, ptr %p
  %q1 = getelementptr i32, ptr %q, i64 1
  %b = load i32, ptr %q1
  %p1 = getelementptr i32, ptr %p, i64 1
  store i32 %b, ptr %p1
  fence syncscope("block") acq_rel
  br label %apart
apart:
  %c = load i32, ptr %q, !alias.scope !2
  store i32 %c, ptr %p, !noalias !2
  %d = load i32, ptr %q1, !alias.scope !2
  store i32 %d, ptr %p1, !noalias !2
  ret void
}
declare ptr @heddle.block()
!0 = !{}
!1 = distinct !{!1}
!2 = !{!3}
!3 = distinct !{!3, !1}
