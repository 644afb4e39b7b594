; SPDX-License-Identifier: Apache-2.0
; A texel that a filter gives no weight may be undefined: what comes of it is looked at where the weight is not 0. The mark is gone then.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK-LABEL: define void @kernel
; CHECK: %texel = load i32, ptr %at
; CHECK-NOT: heddle.weighed
; CHECK: [[WEIGHS:%.*]] = icmp ne i32 %weight, 0
; CHECK: select i1 [[WEIGHS]], i32 {{%.*}}, i32 0
; CHECK-NOT: heddle.weighed(i32
; CHECK: fadd float
define void @kernel() {
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %to = getelementptr i8, ptr %at, i64 1024
  %weight = and i32 %lane, 1
  %texel = load i32, ptr %at
  %used = call i32 @heddle.weighed(i32 %texel, i32 %weight)
  %number = bitcast i32 %used to float
  %sum = fadd float %number, 1.0
  store float %sum, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.weighed(i32, i32)
!0 = !{}
