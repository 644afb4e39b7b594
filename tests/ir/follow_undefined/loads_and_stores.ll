; SPDX-License-Identifier: Apache-2.0
; Where a tool follows undefined values (event 32768), loads ask which bytes are undefined, stores
; tell it, and a result that is stored decides something. A copy decides nothing, and what comes
; from the lane's number is defined.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK: [[U:%.*]] = call i32 @heddle.probe.loaded(ptr {{.*}}, ptr %at, i32 4)
; CHECK: %v = load i32, ptr %at
; CHECK: call void @heddle.probe.use(ptr {{.*}}, ptr %at, i1 {{%.*}}, i32 0)
; CHECK: call void @heddle.probe.stored(ptr {{.*}}, ptr %at, i32 4, i32 {{%.*}})
; CHECK-NEXT: store i32 %sum, ptr %at
; CHECK-NOT: heddle.probe.use
; CHECK: call void @heddle.probe.stored(ptr {{.*}}, ptr %to, i32 4, i32 {{%.*}})
; CHECK-NEXT: store i32 %v, ptr %to
; CHECK-NEXT: call void @heddle.probe.stored(ptr {{.*}}, ptr %to, i32 4, i32 0)
; CHECK-NEXT: store i32 %lane, ptr %to
; CHECK: call void @heddle.probe.stored(ptr {{.*}}, ptr %either, i32 4, i32 0)
define void @kernel() {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %to = getelementptr i8, ptr %at, i64 1024
  %v = load i32, ptr %at
  %sum = add i32 %v, 1
  store i32 %sum, ptr %at
  store i32 %v, ptr %to
  store i32 %lane, ptr %to
  ; whose object is not known
  %odd = trunc i32 %lane to i1
  %either = select i1 %odd, ptr %at, ptr %data
  store i32 %lane, ptr %either
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
