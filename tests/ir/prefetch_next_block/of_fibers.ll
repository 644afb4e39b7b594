; SPDX-License-Identifier: Apache-2.0
; Warps that wait on fibers ask, when they have ended, for what they load in the next block of the row,
; into the second cache: the lines of the first block of code that has some, here five rows. What a
; later one loads is not asked for.
;
; RUN: --from choose-barrier-mode --stop-after emit-entry-point --block 64 --fiber

; CHECK-LABEL: define internal void @kernel.full.warp.ahead(
; CHECK: [[B:%.*]] = load i32, ptr
; CHECK: [[NEXT:%.*]] = add i32 [[B]], 1
; CHECK: shl i32 [[NEXT]], 5
; CHECK-COUNT-10: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
; CHECK-LABEL: define internal void @heddle_kernel_entry(
; CHECK: call void @kernel.full.warp(
; CHECK: [[NEXT:%.*]] = add i32 {{.*}}, 1
; CHECK: [[HAS:%.*]] = icmp ult i32 [[NEXT]],
; CHECK: br i1 [[HAS]], label %[[AHEAD:[a-z.]+]], label
; CHECK: [[AHEAD]]:
; CHECK: call void @kernel.full.warp.ahead(
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
  %b.address = getelementptr inbounds i8, ptr %block, i64 40
  %b = load i32, ptr %b.address, align 4, !invariant.load !0, !noundef !0
  %params = load ptr, ptr %block, align 8, !invariant.load !0
  %x = load ptr, ptr %params, align 8, !invariant.load !0
  %first = shl i32 %b, 5
  %wide = zext i32 %first to i64
  %at = getelementptr float, ptr %x, i64 %wide
  %at0 = getelementptr i8, ptr %at, i64 0
  %v0 = load <32 x float>, ptr %at0, align 4
  call void @note(<32 x float> %v0)
  %at1 = getelementptr i8, ptr %at, i64 4096
  %v1 = load <32 x float>, ptr %at1, align 4
  call void @note(<32 x float> %v1)
  %at2 = getelementptr i8, ptr %at, i64 8192
  %v2 = load <32 x float>, ptr %at2, align 4
  call void @note(<32 x float> %v2)
  %at3 = getelementptr i8, ptr %at, i64 12288
  %v3 = load <32 x float>, ptr %at3, align 4
  call void @note(<32 x float> %v3)
  %at4 = getelementptr i8, ptr %at, i64 16384
  %v4 = load <32 x float>, ptr %at4, align 4
  call void @note(<32 x float> %v4)
  call void @heddle.suspend(ptr %block, ptr %context)
  %more = icmp slt i32 %b, 1000
  br i1 %more, label %rest, label %end
rest:
  %there = getelementptr i8, ptr %at, i64 32768
  %w = load <32 x float>, ptr %there, align 4
  call void @note(<32 x float> %w)
  br label %end
end:
  ret void
}
declare void @heddle.suspend(ptr, ptr)
declare void @note(<32 x float>)
!0 = !{}
