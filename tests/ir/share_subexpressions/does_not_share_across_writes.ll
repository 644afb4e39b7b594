; SPDX-License-Identifier: Apache-2.0
; What is loaded anew behind a store that may go there, as volatile, or behind a barrier, is not shared
; with what was loaded before.
;
; RUN: --from choose-barrier-mode --stop-after share-subexpressions --block 64

; CHECK-LABEL: define internal i32 @kernel.full.warp.step(
; CHECK: [[A:%.*]] = load i32, ptr [[P:%.*]],
; CHECK: store i32 [[A]], ptr [[Q:%.*]],
; CHECK: [[B:%.*]] = load i32, ptr [[P]],
; CHECK: store volatile i32 [[B]], ptr [[Q]],
; CHECK: load volatile i32, ptr [[P]],
; CHECK: load volatile i32, ptr [[P]],
; CHECK: resume:
; CHECK: [[C:%.*]] = load i32, ptr
; CHECK: store volatile i32 [[C]],
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %params = load ptr, ptr %block, !invariant.load !0
  %p = load ptr, ptr %params, !invariant.load !0
  %more = getelementptr i8, ptr %params, i64 8
  %q = load ptr, ptr %more, !invariant.load !0
  %a = load i32, ptr %p
  store i32 %a, ptr %q
  %b = load i32, ptr %p
  store volatile i32 %b, ptr %q
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  call void @heddle.suspend(ptr %block, ptr %context)
  %c = load i32, ptr %p
  store volatile i32 %c, ptr %q
  ret void
}
declare void @heddle.suspend(ptr, ptr) noduplicate
!0 = !{}
