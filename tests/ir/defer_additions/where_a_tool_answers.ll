; SPDX-License-Identifier: Apache-2.0
; A tool says which lanes may add. Where all may, the addition is put off as in a plain run; else it
; is made at once, since what the others add to is gone when the worker carries out its sums.
;
;   atomicAdd(total, in[lane]);
;
; RUN: --from defer-additions --stop-after lanes-in-memory --block 32

; CHECK: call i32 @heddle_rt_probe_rows(
; CHECK: atomicrmw add ptr [[TOTAL:%.*]], i32 {{%.*}} syncscope("device") monotonic
; CHECK: call void @heddle_rt_claim_deferred(ptr nonnull %0, ptr {{.*}}, ptr [[TOTAL]], i32 1, i32 1)
; CHECK-NOT: heddle_rt_claim_deferred(ptr nonnull
; CHECK: call void @llvm.memset{{.*}}(ptr {{.*}}%sink
; CHECK: [[PLACE:%.*]] = phi ptr [ {{.*}}%sink{{.*}} ]
; CHECK: atomicrmw add ptr [[PLACE]], i32 {{%.*}} syncscope("device") monotonic
; CHECK-NOT: heddle_rt_claim_deferred(ptr nonnull
; CHECK: ret void
@site = internal global i32 0
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %total = load ptr, ptr %more, !invariant.load !0
  %at = getelementptr i32, ptr %in, i32 %lane
  %v = load i32, ptr %at
  %may = call ptr @heddle.probe.admit(ptr @site, ptr %total, ptr %total)
  %unused = atomicrmw add ptr %may, i32 %v syncscope("device") monotonic
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
declare ptr @heddle.probe.admit(ptr, ptr, ptr)
!0 = !{}
