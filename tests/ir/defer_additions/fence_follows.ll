; SPDX-License-Identifier: Apache-2.0
; An addition is not put off when a fence follows, several branches behind it.
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 32

; CHECK: define internal void @heddle_kernel_block(
; CHECK-NOT: claim_deferred
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %total = load ptr, ptr %params, !invariant.load !0
  %n0 = getelementptr i8, ptr %params, i64 8
  %n = load i32, ptr %n0, !invariant.load !0
  %old = atomicrmw add ptr %total, i32 1 syncscope("device") monotonic, align 4
  %a = icmp eq i32 %n, 3
  br i1 %a, label %one, label %end
one:
  call void @heddle.mask(i1 true)
  %b = icmp eq i32 %n, 4
  br i1 %b, label %end, label %two
two:
  call void @heddle.mask(i1 true)
  fence seq_cst
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
