; SPDX-License-Identifier: Apache-2.0
; A branch gets no copy where data decides, where it guards a barrier (warps that meet shall go on from
; one place), and where only some lanes of a warp come at all: "all lanes take it" would then be asked of
; lanes that are elsewhere. The last branch here gets one.
;
; RUN: --from version-bounds-checks --changes

; CHECK: ; changed: version-bounds-checks:1
; CHECK: call i1 @heddle.all(i1 %inside)
; CHECK-NOT: call i1 @heddle.all(
; CHECK: control.work.all:
define void @kernel.full() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %warp = call i32 @heddle.warp()
  %first = shl i32 %warp, 5
  %i = or disjoint i32 %first, %lane
  %place = getelementptr i32, ptr %block, i32 %i
  %value = load i32, ptr %place
  %odd = icmp ult i32 %value, %n
  br i1 %odd, label %data.work, label %data.end
data.work:
  ; Here are the lanes whose data said so.
  %small = icmp ult i32 %i, 100
  br i1 %small, label %some.work, label %some.end
some.work:
  store i32 1, ptr %place
  br label %some.end
some.end:
  br label %data.end
data.end:
  %near = icmp ult i32 %i, 1000
  br i1 %near, label %barrier.work, label %barrier.end
barrier.work:
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br label %barrier.end
barrier.end:
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %control.work, label %control.end
control.work:
  store i32 %i, ptr %place
  br label %control.end
control.end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.warp()
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
!0 = !{}
