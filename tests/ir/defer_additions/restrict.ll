; SPDX-License-Identifier: Apache-2.0
; A volatile load through another parameter does not look at the place of an addition where both are
; __restrict__: it is put off.
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 32

; CHECK: define internal void @heddle_kernel_block(
; CHECK: call void @heddle_rt_claim_deferred
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %stop = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %total = load ptr, ptr %more, !invariant.load !0
  %seen = load volatile i32, ptr %stop, !alias.scope !3, !noalias !4
  %old = atomicrmw add ptr %total, i32 %seen syncscope("device") monotonic, align 4, !alias.scope !4, !noalias !3
  ret void
}
declare ptr @heddle.block() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
!1 = distinct !{!1, !"kernel"}
!2 = distinct !{!2, !1, !"kernel: stop"}
!3 = !{!2}
!4 = !{!5}
!5 = distinct !{!5, !1, !"kernel: total"}
