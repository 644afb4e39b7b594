; SPDX-License-Identifier: Apache-2.0
; Lanes wait for what lanes of the other branch copy there.
;
;   if (threadIdx.x % 2 == 0) { while (*(volatile int*)read == 0) {} } else memcpy_async(write, read, 4);
;
; RUN: --from insert-yields

; CHECK: compiled again
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %read = load ptr, ptr %params, !invariant.load !0
  %slot = getelementptr i8, ptr %params, i64 8
  %write = load ptr, ptr %slot, !invariant.load !0
  %odd = trunc i32 %lane to i1
  br i1 %odd, label %set, label %wait.pre
wait.pre:
  br label %wait
wait:
  %seen = load volatile i32, ptr %read
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %through
through:
  br label %end
set:
  call void @heddle.copy(ptr %write, ptr %read, i64 4)
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare void @heddle.copy(ptr, ptr, i64)
declare i32 @heddle.lane()
!0 = !{}
