; SPDX-License-Identifier: Apache-2.0
; Whether all lanes are within bounds is a comparison of all of them if an index may wrap around 2^32
; within the warp: the last lane's may be small again while the first's is not.
;
;   if (all(i < n)) out[lane] = 1, with i = in[0] + lane, n = in[1]
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: icmp ult <32 x i32>
; CHECK-NOT: icmp ult i32
; CHECK: br i1
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %q = getelementptr i32, ptr %block, i32 1
  %first = load i32, ptr %block
  %n = load i32, ptr %q
  %i = add i32 %first, %lane
  %in = icmp ult i32 %i, %n
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
