; SPDX-License-Identifier: Apache-2.0
; In front of each operation of some lanes all that a lane holds is kept: nine are too many.
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  %mask = load i32, ptr %lock
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  %is0 = trunc i32 %old to i1
  %x0 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is0)
  store volatile i32 %x0, ptr %lock
  %is1 = trunc i32 %x0 to i1
  %x1 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is1)
  store volatile i32 %x1, ptr %lock
  %is2 = trunc i32 %x1 to i1
  %x2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is2)
  store volatile i32 %x2, ptr %lock
  %is3 = trunc i32 %x2 to i1
  %x3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is3)
  store volatile i32 %x3, ptr %lock
  %is4 = trunc i32 %x3 to i1
  %x4 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is4)
  store volatile i32 %x4, ptr %lock
  %is5 = trunc i32 %x4 to i1
  %x5 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is5)
  store volatile i32 %x5, ptr %lock
  %is6 = trunc i32 %x5 to i1
  %x6 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is6)
  store volatile i32 %x6, ptr %lock
  %is7 = trunc i32 %x6 to i1
  %x7 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is7)
  store volatile i32 %x7, ptr %lock
  %is8 = trunc i32 %x7 to i1
  %x8 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %is8)
  store volatile i32 %x8, ptr %lock
  %is9 = trunc i32 %x8 to i1
  ret void
}
declare ptr @heddle.block()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
