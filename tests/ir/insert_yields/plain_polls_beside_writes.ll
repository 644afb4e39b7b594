; SPDX-License-Identifier: Apache-2.0
; A plain load at one place is read anew in each round where the loop writes through another pointer
; that may lead there. Where the loop writes to that buffer itself, it may end by that.
;
;   while (flag[lane] == 0) atomicAdd(tries, 1);
;   flag[lane + 1] = 1;
;
; RUN: --from insert-yields

; CHECK: to be compiled again, thread by thread
; CHECK: spin:
; CHECK: call void @heddle.yield()
; CHECK: own:
; CHECK: call void @heddle.yield.at.times()
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %flags = load ptr, ptr %params, !invariant.load !0
  %a1 = getelementptr i8, ptr %params, i64 8
  %tries = load ptr, ptr %a1, !invariant.load !0
  %mine = getelementptr i32, ptr %flags, i32 %lane
  br label %spin
spin:
  %seen = load i32, ptr %mine
  %old = atomicrmw add ptr %tries, i32 1 monotonic
  %wait = icmp eq i32 %seen, 0
  br i1 %wait, label %spin, label %own.pre
own.pre:
  br label %own
own:
  %left = load i32, ptr %tries
  %less = sub i32 %left, 1
  %place = getelementptr i32, ptr %tries, i32 %less
  store i32 %less, ptr %place
  %some = icmp ne i32 %left, 0
  br i1 %some, label %own, label %end
end:
  %next = getelementptr i8, ptr %mine, i64 4
  store i32 1, ptr %next
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
