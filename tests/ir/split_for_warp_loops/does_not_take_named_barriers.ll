; SPDX-License-Identifier: Apache-2.0
; A barrier of 64 of the 128 threads is no place where all warps meet: the engine runs them.
;
;   s[t] = t; asm("bar.sync 1, 64;"); out[t] = s[t + 32]
;
; RUN: --from combine-accesses --stop-after split-at-barriers --block 128 --changes

; CHECK-NOT: split-for-warp-loops
; CHECK: define internal i32 @kernel.full.warp.step(ptr {{%[^,]*}}, ptr {{%[^,]*}}, i32 {{%[^,)]*}})
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %warp = call i32 @heddle.warp()
  %lane = call i32 @heddle.lane()
  %first = shl nuw nsw i32 %warp, 5
  %t = or disjoint i32 %first, %lane
  %t64 = zext nneg i32 %t to i64
  %p = getelementptr i32, ptr %block, i64 %t64
  store i32 %t, ptr %p
  %r = call i32 @heddle.barrier(i32 1, i32 64, i32 0, i1 false)
  %q = getelementptr i32, ptr %p, i64 32
  %v = load i32, ptr %q
  %w = getelementptr i32, ptr %p, i64 64
  store i32 %v, ptr %w
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
