; SPDX-License-Identifier: Apache-2.0
; Numbers that lie side by side are divided once for the warp where all have one quotient: the first is not
; negative, the last has not wrapped around, and the rest of the first leaves room for the others. Else each
; lane divides. Numbers that lie far apart do so at once.
;
;   out[lane] = (base + lane) / *common ^ (base + lane) % *common
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[LAST:%.*]] = add i32 [[FIRST:%.*]], 31
; CHECK: [[POSITIVE:%.*]] = icmp sgt i32 [[D:%.*]], 0
; CHECK: [[BY:%.*]] = select i1 [[POSITIVE]], i32 [[D]], i32 1
; CHECK: [[Q:%.*]] = udiv i32 {{%.*}}, [[BY]]
; CHECK: icmp sge i32 {{%.*}}, 0
; CHECK: icmp sge i32 [[LAST]], {{%.*}}
; CHECK: icmp ult i32 {{%.*}}, [[D]]
; CHECK: br i1 {{%.*}}, label %straight, label %wrapped{{(,|$)}}
; CHECK: straight:
; CHECK-NOT: {{div|mul}}
; CHECK: wrapped:
; CHECK: llvm.ctpop
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %d = load i32, ptr %block
  %x = add i32 %warp, %lane
  %at = getelementptr i32, ptr %block, i32 %lane
  %q = udiv i32 %x, %d
  %r = urem i32 %x, %d
  %both = xor i32 %q, %r
  store i32 %both, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @kernel.far.warp(
; CHECK-NOT: udiv
; CHECK: ret void
define void @kernel.far() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %d = load i32, ptr %block
  %far = shl i32 %lane, 27
  %x = add i32 %warp, %far
  %at = getelementptr i32, ptr %block, i32 %lane
  %q = udiv i32 %x, %d
  store i32 %q, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
declare void @heddle.mask(i1)
