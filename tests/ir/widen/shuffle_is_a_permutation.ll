; SPDX-License-Identifier: Apache-2.0
; A shuffle whose source lanes are known is one shufflevector, a vote is bits of a vector.
;
;   v = __shfl_xor_sync(~0, v, 1);  n = __ballot_sync(~0, v > 5)
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[V:%.*]] = load <32 x i32>
; CHECK: shufflevector <32 x i32> [[V]], <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
; CHECK: [[BIG:%.*]] = icmp ugt <32 x i32>
; CHECK: [[BITS:%.*]] = bitcast <32 x i1> [[BIG]] to i32
; CHECK: [[VOTE:%.*]] = and i32 [[BITS]], -1
; CHECK: store i32 [[VOTE]]
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %big = icmp ugt i32 %w, 5
  %bits = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %big)
  store i32 %w, ptr %at
  store i32 %bits, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
