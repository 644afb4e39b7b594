; SPDX-License-Identifier: Apache-2.0
; What a shuffle reads of a lane that its mask does not name, or that does not come to it, is undefined: lanes shuffle
; their numbers to know. Where the mask names all lanes, and all ways through the function lead to it, there is nothing to ask.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK-LABEL: define void @some_lanes
; CHECK: %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 %lane, i32 8, i32 31)
; CHECK: [[NUMBER:%.*]] = call i32 @heddle.lane()
; CHECK: [[FROM:%.*]] = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 [[NUMBER]], i32 8, i32 31)
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: [[NAMED:%.*]] = and i32 %mask, [[HERE]]
; CHECK: lshr i32 [[NAMED]],
; CHECK: call void @heddle.probe.use(
define void @some_lanes(i32 %mask) {
  %data = call ptr @data()
  %lane = call i32 @heddle.lane()
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 %lane, i32 8, i32 31)
  %sum = add i32 %v, %lane
  store i32 %sum, ptr %data
  ret void
}

; CHECK-LABEL: define void @all_lanes
; CHECK-NOT: heddle.probe.use
; CHECK: ret void
define void @all_lanes() {
  %data = call ptr @data()
  %lane = call i32 @heddle.lane()
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lane, i32 8, i32 31)
  %sum = add i32 %v, %lane
  store i32 %sum, ptr %data
  ret void
}

; CHECK-LABEL: define void @all_lanes_that_come
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: lshr i32 [[HERE]],
; CHECK: call void @heddle.probe.use(
define void @all_lanes_that_come(i1 %some) {
entry:
  %data = call ptr @data()
  %lane = call i32 @heddle.lane()
  br i1 %some, label %sum, label %end
sum:
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lane, i32 8, i32 31)
  %both = add i32 %v, %lane
  store i32 %both, ptr %data
  br label %end
end:
  ret void
}
declare ptr @data()
declare i32 @heddle.lane()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
