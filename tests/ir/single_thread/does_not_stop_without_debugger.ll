; SPDX-License-Identifier: Apache-2.0
; Other code of single threads, the slow reference too, raises no signal.
;
; RUN: --from single-thread --stop-after single-thread --single-threads
; CHECK-LABEL: define internal void @kernel.thread(
; CHECK-NOT: heddle_ref_debugger_stops
; CHECK-NOT: debugtrap
; CHECK: call void @heddle_rt_assert(
; CHECK-NOT: debugtrap
; CHECK: call void @heddle_rt_trap(
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
declare void @llvm.trap()
define internal void @kernel() {
  call void @__assertfail(ptr null, ptr null, i32 7, ptr null, i64 1)
  call void @llvm.trap()
  ret void
}
