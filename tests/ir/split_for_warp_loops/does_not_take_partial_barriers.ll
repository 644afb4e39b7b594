; SPDX-License-Identifier: Apache-2.0
; A barrier where half of the lanes come is none of the block: the engine runs the warps, and says
; which threads are missing.
;
;   if (lane < 16) __syncthreads(); out[t] = s[t + 32]
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
  %low = icmp ult i32 %lane, 16
  br i1 %low, label %meet, label %on
meet:
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  br label %on
on:
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
