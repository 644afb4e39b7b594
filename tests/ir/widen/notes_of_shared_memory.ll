; SPDX-License-Identifier: Apache-2.0
; Where tools leave it to code (event 131072, in step), accesses of shared memory whose lanes lie at
; distances that the code knows are written down (abi::SharedNote): site and lanes, clock and warp,
; the first address, the distances. Others are told to the tool that notes.
;
;   at[lane];  at[3 * lane];  at[lane * width]
;
; RUN: --from defer-additions --stop-after widen --probes 131076

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[NEXT:%.*]] = load volatile ptr, ptr [[PLACE:%.*]], align 8
; CHECK: [[END:%.*]] = load volatile ptr, ptr
; CHECK: icmp ult ptr [[NEXT]], [[END]]
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, ptr [[NEXT]], i64 8
; CHECK: store i64 {{.*}}, ptr [[SECOND]]
; CHECK: [[THIRD:%.*]] = getelementptr inbounds i8, ptr [[NEXT]], i64 16
; CHECK: store i64 {{.*}}, ptr [[THIRD]]
; CHECK: [[FOURTH:%.*]] = getelementptr inbounds i8, ptr [[NEXT]], i64 24
; CHECK: store i64 4, ptr [[FOURTH]]
; CHECK: [[BEHIND:%.*]] = getelementptr inbounds i8, ptr [[NEXT]], i64 32
; CHECK: store volatile ptr [[BEHIND]], ptr [[PLACE]]
; CHECK: call i32 @heddle_rt_note_access(
; CHECK: store i64 12, ptr
; CHECK: store volatile ptr
; CHECK-NOT: store volatile ptr
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
  call void @heddle.probe.access(ptr @site, ptr %p1, ptr %block) [ "heddle.untold"(i32 0, i32 -1, i32 4, i32 3, i32 1, i32 4, i32 0) ]
  %i2 = mul i64 %lane64, 3
  %p2 = getelementptr i32, ptr %block, i64 %i2
  call void @heddle.probe.access(ptr @site, ptr %p2, ptr %block) [ "heddle.untold"(i32 1, i32 -1, i32 4, i32 3, i32 1, i32 4, i32 0) ]
  %i3 = mul i64 %lane64, %width
  %p3 = getelementptr i32, ptr %block, i64 %i3
  call void @heddle.probe.access(ptr @site, ptr %p3, ptr %block) [ "heddle.untold"(i32 2, i32 -1, i32 4, i32 3, i32 1, i32 4, i32 0) ]
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare void @heddle.probe.access(ptr, ptr, ptr)
