; SPDX-License-Identifier: Apache-2.0
; Accesses of lanes anywhere ask, too, whether all lanes are where no tool need be told
; (abi::UntoldRange), or only the one that notes.
;
;   y[index[lane]] = ...
;
; RUN: --from defer-additions --stop-after widen --probes 131076

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[FIRST:%.*]] = sub <32 x i64>
; CHECK: [[LAST:%.*]] = add <32 x i64> [[FIRST]]
; CHECK: icmp ult <32 x i64> [[FIRST]]
; CHECK: icmp ult <32 x i64> [[LAST]]
; CHECK: call void @heddle_rt_note_lanes(
; CHECK: call i32 @heddle_rt_probe_access(
; CHECK: ret void
@site = internal global i32 0
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %p1 = getelementptr i32, ptr %block, i64 %lane64
  %index = load i32, ptr %p1
  %index64 = zext i32 %index to i64
  %p2 = getelementptr i32, ptr %block, i64 %index64
  call void @heddle.probe.access(ptr @site, ptr %p2, ptr %block) [ "heddle.untold"(i32 0, i32 -1, i32 4, i32 3, i32 0, i32 4, i32 0) ]
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare void @heddle.probe.access(ptr, ptr, ptr)
