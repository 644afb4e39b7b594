; SPDX-License-Identifier: Apache-2.0
; Whether all lanes are within bounds is one scalar comparison, of the last lane.
;
;   if (all(i < n)) out[lane] = 1, with i = 32 * in[0] + lane, n = in[1]
;
; RUN: --from defer-additions --stop-after bounds-masks

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: icmp {{.*}} <32 x
; CHECK: [[LAST:%.*]] = {{add|or}} {{.*}}i32 {{.*}}, 31
; CHECK: icmp slt i32 [[LAST]], %
; CHECK-NOT: icmp {{.*}} <32 x
; CHECK: br i1
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %q = getelementptr i32, ptr %block, i32 1
  %v = load i32, ptr %block
  %n = load i32, ptr %q
  %first = shl nsw i32 %v, 5
  %i = or disjoint i32 %first, %lane
  %in = icmp slt i32 %i, %n
  %all = call i1 @heddle.all(i1 %in)
  br i1 %all, label %then, label %done
then:
  call void @heddle.mask(i1 true)
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 1, ptr %at
  br label %done
done:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i1 @heddle.all(i1)
declare void @heddle.mask(i1)
