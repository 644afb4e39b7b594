; SPDX-License-Identifier: Apache-2.0
; What a plain store of another size writes through another parameter is no flag.
;
;   while (*(volatile int*)lock == 0) {}
;   *(long long*)same = 0;
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: wait:
; CHECK: call void @heddle.yield()
define void @kernel() {
entry:
  %b = call ptr @heddle.block()
  %params = load ptr, ptr %b, !invariant.load !0
  %lock = load ptr, ptr %params, !invariant.load !0
  %slot = getelementptr i8, ptr %params, i64 8
  %same = load ptr, ptr %slot, !invariant.load !0
  %t = call i32 @heddle.lane()
  br label %wait
wait:
  %seen = load volatile i32, ptr %lock
  %taken = icmp ne i32 %seen, 0
  br i1 %taken, label %behind, label %wait
behind:
  store i64 0, ptr %same
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
