; SPDX-License-Identifier: Apache-2.0
; Atomics happen for each active lane, in lane order, each with its own answer.
;
;   out[lane] = atomicExch(count, in[lane]);  atomicMax(count, in[lane]) without a use
;
; RUN: --from defer-additions --stop-after widen

; CHECK: lanes:
; CHECK: [[LEFT:%.*]] = phi i32 [ -1, %entry ]
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32(i32 [[LEFT]], i1 true)
; CHECK: [[V:%.*]] = extractelement <32 x i32> [[ALL:%.*]], i32 [[LANE]]
; CHECK: [[OLD:%.*]] = atomicrmw xchg ptr %0, i32 [[V]] monotonic
; CHECK: insertelement <32 x i32> {{.*}}, i32 [[OLD]], i32 [[LANE]]
; CHECK: lanes.done:
; CHECK: [[MOST:%.*]] = call i32 @llvm.vector.reduce.smax.v32i32(<32 x i32> [[ALL]])
; CHECK: atomicrmw max ptr %0, i32 [[MOST]] monotonic
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %old = atomicrmw xchg ptr %block, i32 %v monotonic
  store i32 %old, ptr %at
  %unused = atomicrmw max ptr %block, i32 %v monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
