; SPDX-License-Identifier: Apache-2.0
; A kernel that clang has not optimised (heddle cc -G) and that runs as vectors all the same gets
; what clang would have done: a value that both sides of a branch compute is computed in front of
; it.
;
; RUN: --from optimise --block 256

; CHECK-LABEL: define {{.*}}@kernel
; CHECK: shl {{.*}}%warp, 4
; CHECK: br i1
; CHECK-NOT: shl
; CHECK: ret void
; CHECK-NOT: heddle.unoptimised
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %n = load i32, ptr %params, !invariant.load !0
  %warp = call range(i32 0, 8) i32 @heddle.warp()
  %lane = call i32 @heddle.lane()
  %inside = icmp slt i32 %lane, %n
  br i1 %inside, label %first, label %end
first:
  %a = shl i32 %warp, 4
  %b = or i32 %a, 3
  %also = icmp slt i32 %b, %n
  br i1 %also, label %load, label %end
load:
  %from = getelementptr i32, ptr %params, i32 %b
  %value = load i32, ptr %from
  br label %end
end:
  %x = phi i32 [ 0, %entry ], [ 0, %first ], [ %value, %load ]
  %c = shl i32 %warp, 4
  %d = or i32 %c, 5
  %to = getelementptr i32, ptr %params, i32 %d
  store i32 %x, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.warp() memory(none)
!heddle.unoptimised = !{}
!0 = !{}
