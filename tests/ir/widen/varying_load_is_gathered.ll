; SPDX-License-Identifier: Apache-2.0
; Addresses that nothing is known of are gathered and scattered under the mask where the CPU can, and
; walked lane by lane where it cannot.
;
;   if (flag) out[index[threadIdx.x]] = in[index[threadIdx.x]]
;
; RUN: --from defer-additions --stop-after widen
; RUN: --from defer-additions --stop-after widen --isa baseline | BASELINE

; CHECK: work:
; CHECK: [[V:%.*]] = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> {{.*}}, <32 x i1> [[MASK:%.*]], <32 x float> poison)
; CHECK: call void @llvm.masked.scatter.v32f32.v32p0(<32 x float> [[V]], {{.*}}, <32 x i1> [[MASK]])

; BASELINE-NOT: gather
; BASELINE: lanes:
; BASELINE: [[LANE:%.*]] = call i32 @llvm.cttz.i32(
; BASELINE: [[PLACE:%.*]] = extractelement <32 x ptr> {{.*}}, i32 [[LANE]]
; BASELINE: load float, ptr [[PLACE]]
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %index = load i32, ptr %at
  %some = icmp ugt i32 %index, 5
  %any = call i1 @heddle.any(i1 %some)
  br i1 %any, label %work, label %end
work:
  call void @heddle.mask(i1 %some)
  %index64 = zext i32 %index to i64
  %place = getelementptr float, ptr %block, i64 %index64
  %v = load float, ptr %place
  %next = getelementptr float, ptr %place, i64 1
  store float %v, ptr %next
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i1 @heddle.any(i1)
declare void @heddle.mask(i1)
