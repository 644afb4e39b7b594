; SPDX-License-Identifier: Apache-2.0
; What a block of the same row two further on loads first is asked for while this one runs, if there
; is such a block.
;
;   v = x[32 blockIdx.x + lane], 32 floats
;
; RUN: --from finish --block 32

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: [[X:%.*]] = getelementptr inbounds nuw i8, ptr %0, i64 40
; CHECK: [[NEXT:%.*]] = add i32 {{.*}}, 2
; CHECK: [[HAS:%.*]] = icmp ult i32 [[NEXT]],
; CHECK: br i1 [[HAS]], label %[[AHEAD:[a-z.]+]], label
; CHECK: [[AHEAD]]:
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
; CHECK-NOT: prefetch
; CHECK: load <32 x float>
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
