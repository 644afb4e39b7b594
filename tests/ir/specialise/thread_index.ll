; SPDX-License-Identifier: Apache-2.0
; threadIdx.y of a block 64 wide is the same for a whole warp, of a block 8 wide it is known for
; each lane.
;
; RUN: --from specialise --stop-after keep-dynamic-allocas --block 64x4
; RUN: --from specialise --stop-after keep-dynamic-allocas --block 8x8 | NARROW

; CHECK: %warp1 = call range(i32 0, 8) i32 @heddle.warp()
; CHECK: [[Y:%.*]] = udiv i32 %warp1, 2
; CHECK: add i32 [[Y]], 64

; NARROW: %lane = call i32 @heddle.lane()
; NARROW: [[ROW:%.*]] = lshr i32 %lane, 3
; NARROW: [[FIRST:%.*]] = mul nuw nsw i32 %warp1, 4
; NARROW: [[Y:%.*]] = add nuw nsw i32 [[FIRST]], [[ROW]]
; NARROW: add i32 [[Y]], 8
define void @kernel(ptr %out) {
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %sum = add i32 %y, %w
  store i32 %sum, ptr %out
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
