; SPDX-License-Identifier: Apache-2.0
; Products of wgmma that add to each other have their words in one place: D lies where C was, which
; is behind the words that say how.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK: [[IN:%.*]] = alloca [10 x <32 x i32>]
; CHECK-NOT: alloca
; CHECK: [[OUT:%.*]] = getelementptr inbounds <32 x i32>, ptr [[IN]], i64 8
; CHECK: call void @heddle_rt_wgmma_f16_f16_f16_{{[a-z0-9]+}}(ptr [[IN]], ptr [[OUT]])
; CHECK: load <32 x i32>, ptr
; CHECK: [[AGAIN:%.*]] = getelementptr inbounds <32 x i32>, ptr [[IN]], i64 8
; CHECK: call void @heddle_rt_wgmma_f16_f16_f16_{{[a-z0-9]+}}(ptr [[IN]], ptr [[AGAIN]])
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %d = call { i32, i32 } @heddle.wgmma_f16_f16_f16.n8(i32 0, i32 0, i32 1, i32 257, i32 4, i32 5, i32 6, i32 7, i32 %v, i32 %v)
  %one = extractvalue { i32, i32 } %d, 0
  %two = extractvalue { i32, i32 } %d, 1
  %e = call { i32, i32 } @heddle.wgmma_f16_f16_f16.n8(i32 0, i32 0, i32 1, i32 257, i32 4, i32 5, i32 6, i32 8, i32 %one, i32 %two)
  %three = extractvalue { i32, i32 } %e, 1
  store i32 %three, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare { i32, i32 } @heddle.wgmma_f16_f16_f16.n8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(read)
