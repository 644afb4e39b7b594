; SPDX-License-Identifier: Apache-2.0
; Warps that ask one place for numbers ask as one, those of 64 / 4 = 16 blocks together; what is left
; of the row runs block by block.
;
;   in[i] -> out[i] = atomicAdd(count, in[i])    by lane 0, i = warp of all blocks
;
; RUN: --from coarsen-blocks --stop-after lanes-in-memory --block 128

; The row in steps of 16 blocks; at the end the context names the last block again.
; CHECK-LABEL: define internal void @heddle_kernel_entry(
; CHECK: icmp ugt i32 {{.*}}, 15
; CHECK: call void @heddle_kernel_blocks(
; CHECK: add nuw nsw i32 {{.*}}, 16
; CHECK: call void @heddle_kernel_block(
; CHECK: store i32 {{.*}}, ptr
; CHECK-NEXT: ret void

; Warp w is warp w % 4 of block x + w / 4: index x * 4 + w. Its number lies in its frame.
; CHECK-LABEL: define internal void @heddle_kernel_blocks(
; CHECK: alloca [4096 x i8], align 64
; CHECK: [[X:%.*]] = load i32, ptr %x.address
; CHECK: [[FIRST:%.*]] = shl i32 [[X]], 2
; CHECK: warps:
; CHECK: [[WARP:%.*]] = phi i32 [ 0,
; CHECK: [[INDEX:%.*]] = add {{.*}}i32 [[WARP]], [[FIRST]]
; CHECK: zext {{.*}}i32 [[INDEX]] to i64
; CHECK: [[NUMBER:%.*]] = load i32
; CHECK: store i32 [[NUMBER]], ptr
; The sum, one addition, and what those before each warp asked for.
; CHECK: warps{{.*}}:
; CHECK: add i32
; CHECK: [[OLD:%.*]] = atomicrmw add ptr {{.*}} monotonic
; CHECK: phi i32 [ [[OLD]],
; CHECK-NOT: atomicrmw
; CHECK: ret void

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: atomicrmw add
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp) {
  %params = load ptr, ptr %block, align 8, !invariant.load !0, !noundef !0
  %inat = getelementptr i8, ptr %params, i64 8
  %in = load ptr, ptr %inat, align 8, !invariant.load !0
  %countat = getelementptr i8, ptr %params, i64 16
  %count = load ptr, ptr %countat, align 8, !invariant.load !0
  %outat = getelementptr i8, ptr %params, i64 24
  %out = load ptr, ptr %outat, align 8, !invariant.load !0
  %x.address = getelementptr inbounds i8, ptr %block, i64 40
  %x = load i32, ptr %x.address, align 4, !invariant.load !0, !noundef !0
  %first = shl nuw nsw i32 %x, 2
  %i = add nuw nsw i32 %first, %warp
  %i64 = zext nneg i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %i64
  %number = load i32, ptr %at
  %old = atomicrmw add ptr %count, i32 %number monotonic
  %to = getelementptr i32, ptr %out, i64 %i64
  store i32 %old, ptr %to
  ret void
}
!0 = !{}
