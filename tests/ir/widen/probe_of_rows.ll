; SPDX-License-Identifier: Apache-2.0
; An access whose lanes lie in rows is told by where lane 0 is and how far the others are from it;
; any other one lane by lane.
;
;   at[lane];  at[lane * width];  at[width * (lane / 16) + lane % 16];  at[0];  at[index[lane]]
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: call i32 @heddle_rt_probe_rows(ptr {{.*}}, i32 {{.*}}, ptr {{.*}}, i32 -1, i64 {{.*}}, i64 {{.*}}, i64 4, i64 0, i32 5)
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDTH:%.*]], 4
; CHECK: [[APART:%.*]] = add i64 0, [[BYTES]]
; CHECK: call i32 @heddle_rt_probe_rows({{.*}}, i32 -1, i64 {{.*}}, i64 {{.*}}, i64 [[APART]], i64 0, i32 5)
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDTH]], 4
; CHECK: [[PITCH:%.*]] = add i64 0, [[BYTES]]
; CHECK: call i32 @heddle_rt_probe_rows({{.*}}, i32 -1, i64 {{.*}}, i64 {{.*}}, i64 4, i64 [[PITCH]], i32 4)
; CHECK: call i32 @heddle_rt_probe_rows({{.*}}, i32 -1, i64 {{.*}}, i64 {{.*}}, i64 0, i64 0, i32 5)
; CHECK-NOT: heddle_rt_probe_rows
; CHECK: call i32 @heddle_rt_probe_access(
; CHECK: ret void
@site = internal global i32 0
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %width32 = load i32, ptr %block
  %width = zext i32 %width32 to i64
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %p1 = getelementptr i32, ptr %block, i64 %lane64
  call void @heddle.probe.access(ptr @site, ptr %p1, ptr %block)
  %i2 = mul i64 %lane64, %width
  %p2 = getelementptr i32, ptr %block, i64 %i2
  call void @heddle.probe.access(ptr @site, ptr %p2, ptr %block)
  %row = lshr i32 %lane, 4
  %row64 = zext i32 %row to i64
  %column = and i32 %lane, 15
  %column64 = zext i32 %column to i64
  %start = mul i64 %row64, %width
  %i3 = add i64 %start, %column64
  %p3 = getelementptr i32, ptr %block, i64 %i3
  call void @heddle.probe.access(ptr @site, ptr %p3, ptr %block)
  call void @heddle.probe.access(ptr @site, ptr %block, ptr %block)
  %index = load i32, ptr %p1
  %p5 = getelementptr i32, ptr %block, i32 %index
  call void @heddle.probe.access(ptr @site, ptr %p5, ptr %block)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare void @heddle.probe.access(ptr, ptr, ptr)
