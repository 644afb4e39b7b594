; SPDX-License-Identifier: Apache-2.0
; A function behind a pointer, of a single thread, becomes one of a warp: a loop over the lanes of
; its mask, each with a number, arguments and a result of its own.
;
; RUN: --from lanes-in-turn --hurried --functions

; CHECK: define internal i32 @work.thread(
; CHECK-LABEL: define <32 x i32> @work(ptr %0, ptr %1, i32 %2, <32 x i1> %3, <32 x i32> %4)
; CHECK: [[MASK:%.*]] = bitcast <32 x i1> %3 to i32
; CHECK: icmp ne i32 [[MASK]], 0
; CHECK: lane:
; CHECK: [[LEFT:%.*]] = phi i32 [ [[MASK]], %entry ], [ [[REST:%.*]], %lane ]
; CHECK: [[SOFAR:%.*]] = phi <32 x i32>
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32(i32 [[LEFT]], i1 true)
; CHECK: [[FIRST:%.*]] = shl i32 %2, 5
; CHECK: [[LINEAR:%.*]] = add i32 [[FIRST]], [[LANE]]
; CHECK: store i32 [[LINEAR]]
; CHECK: store i32 [[LANE]]
; CHECK: [[OWN:%.*]] = extractelement <32 x i32> %4, i32 [[LANE]]
; CHECK: [[RESULT:%.*]] = call i32 @work.thread(ptr %0, ptr {{%.*}}, i32 [[OWN]])
; CHECK: insertelement <32 x i32> [[SOFAR]], i32 [[RESULT]], i32 [[LANE]]
; CHECK: [[REST]] = and i32 [[LEFT]]
define i32 @work(ptr %block, ptr %thread, i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
