; SPDX-License-Identifier: Apache-2.0
; A loop over all lanes becomes a store for each, in the order of the lanes.
;
; RUN: --from unroll-lanes --stop-after unroll-lanes --changes

; CHECK: ; changed: unroll-lanes:1
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: cttz
; CHECK: [[B0:%.*]] = extractelement <32 x i8> %values, i32 0
; CHECK: [[P0:%.*]] = extractelement <32 x ptr> %places, i32 0
; CHECK: store i8 [[B0]], ptr [[P0]], align 1
; CHECK: [[B1:%.*]] = extractelement <32 x i8> %values, i32 1
; CHECK: [[P1:%.*]] = extractelement <32 x ptr> %places, i32 1
; CHECK: store i8 [[B1]], ptr [[P1]], align 1
; CHECK-COUNT-29: store i8
; CHECK: [[B31:%.*]] = extractelement <32 x i8> %values, i32 31
; CHECK: [[P31:%.*]] = extractelement <32 x ptr> %places, i32 31
; CHECK: store i8 [[B31]], ptr [[P31]], align 1
; CHECK-NOT: store
; CHECK: ret void
define void @kernel(<32 x i8> %values, <32 x ptr> %places) {
entry:
  br label %lanes
lanes:
  %left = phi i32 [ -1, %entry ], [ %next, %lanes ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %value = extractelement <32 x i8> %values, i32 %lane
  %place = extractelement <32 x ptr> %places, i32 %lane
  store i8 %value, ptr %place, align 1
  %less = add i32 %left, -1
  %next = and i32 %left, %less
  %done = icmp eq i32 %next, 0
  br i1 %done, label %exit, label %lanes
exit:
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1)
