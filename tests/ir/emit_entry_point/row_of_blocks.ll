; SPDX-License-Identifier: Apache-2.0
; The entry point runs as many blocks of a row as row_count says, which it reads before each, and tells
; the engine first which one comes. Each is a call: inside, blockIdx.x does not change.
;
; RUN: --from share-subexpressions --stop-after lanes-in-memory --block 32

; CHECK-LABEL: define internal void @heddle_kernel_entry(
; CHECK: [[X:%.*]] = getelementptr inbounds nuw i8, ptr %0, i64 40
; CHECK: %first = load i32, ptr [[X]]
; CHECK: [[COUNT:%.*]] = getelementptr inbounds nuw i8, ptr %0, i64 196
; CHECK: row:
; CHECK: %done = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %blocks ]
; CHECK: %x = add i32 {{.*}}
; CHECK: store volatile i32 %x, ptr [[X]]
; CHECK: %count = load volatile i32, ptr [[COUNT]]
; CHECK: [[MORE:%.*]] = icmp ult i32 %done, %count
; CHECK: br i1 [[MORE]], label %blocks, label %blocks.done{{$}}
; CHECK: blocks:
; CHECK: call void @heddle_kernel_block(ptr {{.*}}%0)
; CHECK: [[NEXT]] = add nuw nsw i32 %done, 1

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: store volatile i32 0, ptr
; CHECK: call void @note(
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %x.address = getelementptr inbounds i8, ptr %block, i64 40
  %x = load i32, ptr %x.address, align 4, !invariant.load !0, !noundef !0
  call void @note(i32 %x)
  ret void
}
declare void @note(i32)
!0 = !{}
