; SPDX-License-Identifier: Apache-2.0
; Lanes that read neighbouring elements read one vector, shifted, mirrored or in rows; nothing is
; gathered.
;
;   a = in[threadIdx.x + 1];  b = in[31 - threadIdx.x];  c = in[width * (lane / 16) + lane % 16]
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: gather
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr {{.*}}, i64 4
; CHECK-NEXT: load <32 x i32>, ptr [[NEXT]]
; CHECK: load <16 x i32>
; CHECK-NEXT: shufflevector <16 x i32> {{.*}} <i32 15, i32 14, i32 13,
; CHECK: load <16 x i32>
; CHECK-NEXT: shufflevector <16 x i32> {{.*}} <i32 15, i32 14, i32 13,
; CHECK: [[WIDTH:%.*]] = zext i32 {{.*}} to i64
; CHECK: load <16 x i32>, ptr [[ROW0:%.*]], align
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDTH]], 4
; CHECK: [[ROW1:%.*]] = getelementptr i8, ptr [[ROW0]], i64 [[BYTES]]
; CHECK: load <16 x i32>, ptr [[ROW1]]
; CHECK-NOT: gather
; CHECK: store <32 x i32>
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %width = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %l1 = add i32 %lane, 1
  %p1 = getelementptr i32, ptr %block, i32 %l1
  %a = load i32, ptr %p1
  %l2 = sub i32 31, %lane
  %p2 = getelementptr i32, ptr %block, i32 %l2
  %b = load i32, ptr %p2
  %row = lshr i32 %lane, 4
  %column = and i32 %lane, 15
  %row64 = zext i32 %row to i64
  %width64 = zext i32 %width to i64
  %start = mul i64 %row64, %width64
  %column64 = zext i32 %column to i64
  %l3 = add i64 %start, %column64
  %p3 = getelementptr i32, ptr %block, i64 %l3
  %c = load i32, ptr %p3
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 %abc, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
