; SPDX-License-Identifier: Apache-2.0
; __syncthreads(): the warps run region by region inside one function, in two loops (KernelMode
; kBlock), or, with HEDDLE_FIBER=1, each to the barrier on a fiber (kFiberWarp).
;
;   s[t] = in[t]; __syncthreads(); out[t] = s[t + 32]
;
; RUN: --from combine-accesses --stop-after lanes-in-memory
; RUN: --from combine-accesses --stop-after lanes-in-memory --fiber | FIBER

; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @heddle_kernel_entry,
; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: warps:
; CHECK: store <32 x i32>
; CHECK: br i1 {{.*}}, label %warps,
; CHECK: warps2:
; CHECK: load <32 x i32>
; CHECK: br i1 {{.*}}, label %warps2,

; FIBER: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 2, ptr @heddle_kernel_entry,
; FIBER: store <32 x i32>
; FIBER: call void @heddle_rt_barrier(ptr %0, ptr %1)
; FIBER: load <32 x i32>
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
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
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
