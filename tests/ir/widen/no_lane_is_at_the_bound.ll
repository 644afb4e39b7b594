; SPDX-License-Identifier: Apache-2.0
; Whether no lane is at a number is one scalar comparison, also where indices wrap around, and several of them where a
; lane leaves for one of two reasons; but not where lanes lie apart, between which the number may be.
;
;   if (all(!(i == n || i >= m))) out[lane] = 1, if (all(2 * i != n)) out[lane] = 2, with i = in[0] + lane
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[DISTANCE:%.*]] = sub i32 %{{.*}}, %
; CHECK: [[BEHIND:%.*]] = add i32 [[DISTANCE]], -1
; CHECK: [[NONE:%.*]] = icmp ult i32 [[BEHIND]], -32
; CHECK: [[LAST:%.*]] = add i32 {{.*}}, 31
; CHECK: [[IN:%.*]] = icmp slt i32 [[LAST]], %
; CHECK: select i1 [[NONE]], i1 [[IN]], i1 false
; CHECK: icmp ne <32 x i32>
; CHECK-NOT: icmp ult i32
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %q = getelementptr i32, ptr %block, i32 1
  %p = getelementptr i32, ptr %block, i32 2
  %v = load i32, ptr %block
  %n = load i32, ptr %q
  %m = load i32, ptr %p
  %first = shl nsw i32 %v, 5
  %i = or disjoint i32 %first, %lane
  %there = icmp eq i32 %i, %n
  %out = icmp sge i32 %i, %m
  %either = select i1 %there, i1 true, i1 %out
  %stays = xor i1 %either, true
  %all = call i1 @heddle.all(i1 %stays)
  br i1 %all, label %then, label %next
then:
  call void @heddle.mask(i1 true)
  %at = getelementptr i32, ptr %block, i32 %lane
  store i32 1, ptr %at
  br label %next
next:
  call void @heddle.mask(i1 true)
  %twice = shl i32 %i, 1
  %elsewhere = icmp ne i32 %twice, %n
  %all.again = call i1 @heddle.all(i1 %elsewhere)
  br i1 %all.again, label %then.again, label %done
then.again:
  call void @heddle.mask(i1 true)
  %at.again = getelementptr i32, ptr %block, i32 %lane
  store i32 2, ptr %at.again
  br label %done
done:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i1 @heddle.all(i1)
declare void @heddle.mask(i1)
