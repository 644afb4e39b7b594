; SPDX-License-Identifier: Apache-2.0
; Functions behind pointers are warp code: a thread that runs alone calls the form for it where
; there is one, and else the warps' as one lane. What has no mark in front of it is no function.
;
;   out = f(x)
;
; RUN: --from single-thread --stop-after describe-kernel --single-threads
; CHECK-LABEL: define internal void @kernel.thread(ptr %0, ptr %1)
; CHECK: %f = load ptr
; CHECK: %x = load i32
; CHECK: [[BEFORE:%.*]] = getelementptr i8, ptr %f, i64 -8
; CHECK: [[WORD:%.*]] = select i1 [[NULL:%.*]], ptr @heddle.no.function, ptr [[BEFORE]]
; CHECK: %mark = load i64, ptr [[WORD]], align 1
; CHECK: call void @heddle_rt_no_function(ptr %0, i32 {{.*}}, i32 {{.*}}, ptr %f)
; CHECK-NEXT: unreachable
; CHECK: %distance = sext i32 {{.*}} to i64
; CHECK: [[FORM:%.*]] = getelementptr i8, ptr %f, i64 %distance
; CHECK: [[ALONE:%.*]] = call i32 [[FORM]](ptr %0, ptr %1, i32 %x)
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr %1, i64 32
; CHECK: [[CONTEXT:%.*]] = load ptr, ptr [[PLACE]]
; CHECK: [[MASK:%.*]] = insertelement <32 x i1> zeroinitializer, i1 true, i32 [[LANE:%.*]]
; CHECK: [[X:%.*]] = insertelement <32 x i32> poison, i32 %x, i32 [[LANE]]
; CHECK: [[ALL:%.*]] = call <32 x i32> %f(ptr %0, ptr [[CONTEXT]], i32 {{.*}}, <32 x i1> [[MASK]], <32 x i32> [[X]])
; CHECK: [[R:%.*]] = extractelement <32 x i32> [[ALL]], i32 [[LANE]]
; CHECK: [[EITHER:%.*]] = phi i32 [ [[ALONE]], {{.*}} ], [ [[R]], {{.*}} ]
; CHECK: store i32 [[EITHER]]
define internal void @kernel() {
  %block = call ptr @heddle.block()
  %f = load ptr, ptr %block
  %at = getelementptr i8, ptr %block, i64 8
  %x = load i32, ptr %at
  %r = call i32 %f(i32 %x)
  store i32 %r, ptr %at
  ret void
}
declare ptr @heddle.block()
