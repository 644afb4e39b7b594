; SPDX-License-Identifier: Apache-2.0
; A shift by whole bytes, or of a field that is masked, moves bits: what is stored is a copy. Any other one is a product
; or a quotient: the result decides something.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK-LABEL: define void @kernel
; CHECK: %v = load i32, ptr %at
; CHECK-NOT: heddle.probe.use
; CHECK: store i32 %field, ptr %to
; CHECK: call void @heddle.probe.use(ptr {{.*}}, ptr %at, i1 {{%.*}}, i32 0)
; CHECK: store i32 %twice, ptr %at
; CHECK: call void @heddle.probe.use(ptr {{.*}}, ptr %to, i1 {{%.*}}, i32 0)
; CHECK: store i32 %half, ptr %to
define void @kernel() {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %to = getelementptr i8, ptr %at, i64 1024
  %v = load i32, ptr %at
  %byte = lshr i32 %v, 16
  store i32 %byte, ptr %to
  %low = lshr i32 %v, 3
  %field = and i32 %low, 7
  store i32 %field, ptr %to
  %twice = shl i32 %v, 1
  store i32 %twice, ptr %at
  %half = ashr i32 %v, 1
  store i32 %half, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
