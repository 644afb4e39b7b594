; SPDX-License-Identifier: Apache-2.0
; A 32-bit index that may wrap around among the lanes: one comparison of its base says whether the
; lanes lie side by side; only where they do not, they are gathered.
;
;   v = in[(unsigned)(n + lane)]
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[CERTAIN:%.*]] = icmp ule i64 {{.*}}, 4294967264
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[CERTAIN]], i1 true)
; CHECK: br i1 [[ASK]], label %straight, label %wrapped{{(,|$)}}
; CHECK: straight:
; CHECK: load <32 x i32>
; CHECK: wrapped:
; CHECK: gather
; CHECK: accessed:
; CHECK: phi <32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %i = add i32 %n, %lane
  %i64 = zext i32 %i to i64
  %q = getelementptr i32, ptr %block, i64 %i64
  %v = load i32, ptr %q
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 %v, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
