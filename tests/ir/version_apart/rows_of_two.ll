; SPDX-License-Identifier: Apache-2.0
; A store to one row stands between two loads of another: where the rows lie apart, two loads are one,
; and two stores. The rows step alike, so one comparison does for all lanes.
;
;   y[2 * lane * k] = x[2 * lane * k] * 2, y[2 * lane * k + 1] = x[2 * lane * k + 1] * 2
;
; RUN: --from version-apart --stop-after combine-accesses --block 32
; RUN: --from version-apart --stop-after widen --block 32 | WIDE

; Apart: the distance is not within (-8, 8).
; CHECK: [[FROM:%.*]] = ptrtoint ptr %from to i64
; CHECK: [[TO:%.*]] = ptrtoint ptr %to to i64
; CHECK: [[DISTANCE:%.*]] = sub i64 [[FROM]], [[TO]]
; CHECK: [[END:%.*]] = add i64 [[DISTANCE]], 7
; CHECK: [[APART:%.*]] = icmp uge i64 [[END]], 15
; CHECK: [[LANE:%.*]] = freeze i1 [[APART]]
; CHECK: [[ALL:%.*]] = call i1 @heddle.all(i1 [[LANE]])
; CHECK: [[FAST:%.*]] = call i1 @llvm.expect.i1(i1 [[ALL]], i1 true)
; CHECK: br i1 [[FAST]], label %entry.apart, label %entry.met
; CHECK: entry.apart:
; CHECK: load <2 x float>
; CHECK-NOT: load
; CHECK: store <2 x float>
; CHECK: entry.met:
; CHECK-COUNT-2: store float

; WIDE-LABEL: define internal void @kernel.full.warp(
; WIDE: icmp uge i64
; WIDE: br i1
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %x = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %y = load ptr, ptr %second, !invariant.load !0
  %third = getelementptr i8, ptr %params, i64 16
  %k = load i64, ptr %third, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %begin = mul nsw i64 %lane64, %k
  %from = getelementptr double, ptr %x, i64 %begin
  %to = getelementptr double, ptr %y, i64 %begin
  %a = load float, ptr %from, align 4
  %a2 = fmul float %a, 2.0
  store float %a2, ptr %to, align 4
  %from1 = getelementptr i8, ptr %from, i64 4
  %b = load float, ptr %from1, align 4
  %b2 = fmul float %b, 2.0
  %to1 = getelementptr i8, ptr %to, i64 4
  store float %b2, ptr %to1, align 4
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
