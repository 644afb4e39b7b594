; SPDX-License-Identifier: Apache-2.0
; Under a mask too a volatile load is made in every round of a loop, and both volatile stores to one
; place; the same accesses that are not volatile are not.
;
;   if (lane is in mask) { do { v = flag[lane]; } while (++i < 1000); out[lane] = v; out[lane] = 2 }
;
; RUN: --from widen --stop-after bounds-masks
; RUN: --from widen --stop-after bounds-masks --isa avx2

; CHECK-LABEL: define {{.*}}void @kernel.full.warp(
; CHECK: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK: @llvm.masked.load
; CHECK: br i1 {{.*}}label %[[LOOP]]
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK: ret void

; CHECK-LABEL: define {{.*}}void @kernel.last.warp(
; CHECK-NOT: @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: call void @llvm.masked.store
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %flag = getelementptr i32, ptr %block, i32 %lane
  %outs = getelementptr i8, ptr %block, i64 1024
  %out = getelementptr i32, ptr %outs, i32 %lane
  %some = load i32, ptr %flag
  %active = icmp ult i32 %some, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @heddle.mask(i1 %active)
  %v = load volatile i32, ptr %flag
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %after
after:
  call void @heddle.mask(i1 %active)
  store volatile i32 %v, ptr %out
  store volatile i32 2, ptr %out
  ret void
}

define void @kernel.last() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %flag = getelementptr i32, ptr %block, i32 %lane
  %outs = getelementptr i8, ptr %block, i64 1024
  %out = getelementptr i32, ptr %outs, i32 %lane
  %active = icmp ult i32 %lane, 9
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @heddle.mask(i1 %active)
  %v = load i32, ptr %flag
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %after
after:
  call void @heddle.mask(i1 %active)
  store i32 %v, ptr %out
  store i32 2, ptr %out
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
