; SPDX-License-Identifier: Apache-2.0
; The local arrays of four warps, 4000 bytes a lane, would not fit on a worker's stack all together: the
; engine keeps them.
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
  %array = alloca [1000 x i32]
  %local = getelementptr i32, ptr %array, i64 %t64
  store volatile i32 %t, ptr %local
  store i32 %t, ptr %p
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %q = getelementptr i32, ptr %p, i64 32
  %v = load i32, ptr %q
  %w = getelementptr i32, ptr %p, i64 64
  %back = load volatile i32, ptr %local
  %n = add i32 %v, %back
  store i32 %n, ptr %w
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.warp() memory(none)
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
