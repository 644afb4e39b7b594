; SPDX-License-Identifier: Apache-2.0
; In front of a trap and of an assertion that has failed -G code raises a signal where a debugger asks for it, and goes on
; as any other code.
;
; RUN: --from single-thread --stop-after single-thread --debug
; CHECK-LABEL: define internal void @kernel.thread(
; CHECK: [[ASKS:%[0-9]+]] = call i32 @heddle_ref_debugger_stops()
; CHECK: [[STOPS:%[0-9]+]] = icmp ne i32 [[ASKS]], 0
; CHECK: br i1 [[STOPS]], label %[[STOP:[0-9]+]], label %[[ON:[0-9]+]]
; CHECK: [[STOP]]:
; CHECK-NEXT: call void @llvm.debugtrap()
; CHECK-NEXT: br label %[[ON]]
; CHECK: [[ON]]:
; CHECK: call void @heddle_rt_assert(
; CHECK: call i32 @heddle_ref_debugger_stops()
; CHECK: call void @llvm.debugtrap()
; CHECK: call void @heddle_rt_trap(
; CHECK-NOT: llvm.trap
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
declare void @llvm.trap()
define internal void @kernel() {
  call void @__assertfail(ptr null, ptr null, i32 7, ptr null, i64 1)
  call void @llvm.trap()
  ret void
}
