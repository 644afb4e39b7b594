; SPDX-License-Identifier: Apache-2.0
; A fast path is a branch that asks llvm.expect; the mark stays where LLVM's passes have been, and no other
; branch gets it, not even one of the same condition or with the same weights. One whose condition is
; known is none.
;
; RUN: --from clean-up-warps --stop-after clean-up-warps

; CHECK: [[C:%.*]] = icmp ult i32 %warp, 10
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[C]], i1 true)
; CHECK: br i1 [[ASK]]
; CHECK: br i1 [[C]]
; CHECK-NOT: call i1 @llvm.expect
; CHECK: ret void
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask) {
entry:
  %c = icmp ult i32 %warp, 10
  %ask = call i1 @llvm.expect.i1(i1 %c, i1 true)
  br i1 %ask, label %fast, label %slow, !prof !0
fast:
  call void @one(ptr %block)
  br label %join
slow:
  call void @two(ptr %block)
  br label %join
join:
  br i1 %c, label %yes, label %known, !prof !0
yes:
  call void @three(ptr %block)
  br label %known
known:
  %always = icmp uge i32 %warp, 0
  %sure = call i1 @llvm.expect.i1(i1 %always, i1 true)
  br i1 %sure, label %end, label %never
never:
  call void @two(ptr %block)
  br label %end
end:
  ret void
}
declare i1 @llvm.expect.i1(i1, i1)
declare void @one(ptr)
declare void @two(ptr)
declare void @three(ptr)
!0 = !{!"branch_weights", i32 1048583, i32 1}
