; SPDX-License-Identifier: Apache-2.0
; What a later block of the same row loads first is asked for while this one runs, if there is such a
; block: 16 blocks on for a small one, which ends before memory answers; 4 KiB of such loads wait in
; the first cache. Large blocks ask for the next but one's, in the second.
;
;   v = x[32 blockIdx.x + lane], 32 floats
;
; RUN: --from share-subexpressions --stop-after lanes-in-memory --block 32 | SMALL
; RUN: --from share-subexpressions --stop-after lanes-in-memory --block 256 | BLOCK
; RUN: --from share-subexpressions --stop-after lanes-in-memory --block 1024 | LARGE

; SMALL-LABEL: define internal void @heddle_kernel_block(
; SMALL: [[X:%.*]] = getelementptr inbounds nuw i8, ptr %0, i64 40
; SMALL: [[NEXT:%.*]] = add i32 {{.*}}, 16
; SMALL: [[HAS:%.*]] = icmp ult i32 [[NEXT]],
; SMALL: br i1 [[HAS]], label %[[AHEAD:[a-z.]+]], label
; SMALL: [[AHEAD]]:
; SMALL: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; SMALL: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; SMALL-NOT: prefetch
; SMALL: load <32 x float>

; BLOCK-LABEL: define internal void @heddle_kernel_block(
; BLOCK: [[NEXT:%.*]] = add i32 {{.*}}, 4
; BLOCK: icmp ult i32 [[NEXT]],
; BLOCK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)

; LARGE-LABEL: define internal void @heddle_kernel_block(
; LARGE: [[NEXT:%.*]] = add i32 {{.*}}, 2
; LARGE: icmp ult i32 [[NEXT]],
; LARGE: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)

define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %first = shl i32 %b, 5
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %v = load <32 x float>, ptr %at, align 4
  call void @note(<32 x float> %v)
  ret void
}
declare void @note(<32 x float>)
!0 = !{}
