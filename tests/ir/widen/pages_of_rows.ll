; SPDX-License-Identifier: Apache-2.0
; What lies in the page of an active lane is loaded for all: from the lowest lane, which need not be the first, to
; the highest; of lanes in two rows, both rows are asked for, and for lanes in each.
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; CHECK-LABEL: define internal void @kernel.near.warp(
; CHECK: [[LOWEST:%.*]] = getelementptr [3 x float], ptr {{%.*}}, i32 0
; CHECK: [[BEGIN:%.*]] = ptrtoint ptr [[LOWEST]] to i64
; CHECK: [[IN:%.*]] = and i64 [[BEGIN]], 4095
; CHECK: icmp ule i64 [[IN]], 3712

; CHECK-LABEL: define internal void @kernel.rows.warp(
; CHECK: icmp ule i64 {{%.*}}, 3904
; CHECK: and i32 {{%.*}}, 65535
; CHECK: [[ONE:%.*]] = and i1
; CHECK: icmp ule i64 {{%.*}}, 3904
; CHECK: and i32 {{%.*}}, -65536
; CHECK: [[TWO:%.*]] = and i1
; CHECK: [[BOTH:%.*]] = and i1 [[ONE]], [[TWO]]
; CHECK: call i1 @llvm.expect.i1(i1 [[BOTH]], i1 true)
define void @kernel.near(i1 %on) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %back = sub i32 31, %lane
  %from = getelementptr [3 x float], ptr %x, i32 %back
  %three = load <3 x float>, ptr %from, align 4
  %y = getelementptr i8, ptr %x, i64 4096
  %to = getelementptr [3 x float], ptr %y, i32 %lane
  store <3 x float> %three, ptr %to, align 4
  ret void
}
define void @kernel.rows(i1 %on, i32 %n) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %pitch.at = getelementptr i8, ptr %block, i64 8
  %pitch = load i64, ptr %pitch.at, !invariant.load !0
  %column = and i32 %lane, 15
  %row = lshr i32 %lane, 4
  %row64 = zext i32 %row to i64
  %far = mul i64 %row64, %pitch
  %line = getelementptr i8, ptr %x, i64 %far
  %from = getelementptr [3 x float], ptr %line, i32 %column
  %three = load <3 x float>, ptr %from, align 4
  %y = getelementptr i8, ptr %x, i64 4096
  %to = getelementptr [3 x float], ptr %y, i32 %lane
  store <3 x float> %three, ptr %to, align 4
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
