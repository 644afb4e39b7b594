; SPDX-License-Identifier: Apache-2.0
; Lanes that add to one address and look at the old value: one addition of the sum; each lane finds
; what those before it have added.
;
; RUN: --from defer-additions --stop-after widen

; One number: lanes are counted.
; CHECK: [[BELOW:%.*]] = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> <i32 0, i32 1, i32 3, i32 7,
; CHECK: [[BEFORE:%.*]] = mul <32 x i32> [[BELOW]], splat (i32 3)
; CHECK: atomicrmw add ptr
; CHECK: [[OLD:%.*]] = add <32 x i32> {{.*}}, [[BEFORE]]
; CHECK: store <32 x i32> [[OLD]]
; Different numbers: a scan.
; CHECK: shufflevector <32 x i32> [[V:%.*]], <32 x i32> zeroinitializer, <32 x i32> <i32 32, i32 0, i32 1,
; CHECK: shufflevector <32 x i32> {{.*}}, <32 x i32> zeroinitializer, <32 x i32> <i32 32, i32 32, i32 0,
; CHECK: [[SUM:%.*]] = extractelement <32 x i32> {{.*}}, i64 31
; CHECK: atomicrmw sub ptr {{.*}}, i32 [[SUM]] monotonic
; CHECK-NOT: cttz
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %o0 = atomicrmw add ptr %block, i32 3 monotonic
  store i32 %o0, ptr %at
  %o1 = atomicrmw sub ptr %block, i32 %v monotonic
  store i32 %o1, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
