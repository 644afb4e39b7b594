; SPDX-License-Identifier: Apache-2.0
; A 32-bit index that cannot wrap is computed in 64 bits, so that its address keeps its shape.
;
;   out[threadIdx.x + blockDim.x * blockIdx.x] = 1
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: [[B:%.*]] = sext i32 %b to i64
; CHECK: [[LANE:%.*]] = sext i32 %lane to i64
; CHECK: [[FIRST:%.*]] = shl {{.*}}i64 [[B]], 5
; CHECK: [[I:%.*]] = add {{.*}}i64 [[FIRST]], [[LANE]]
; CHECK: getelementptr i32, ptr %block, i64 [[I]]
define void @kernel() {
  %block = call ptr @heddle.block()
  %b = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %first = shl nuw nsw i32 %b, 5
  %i = add nuw nsw i32 %first, %lane
  %wide = zext nneg i32 %i to i64
  %place = getelementptr i32, ptr %block, i64 %wide
  store i32 1, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
