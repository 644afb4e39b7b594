; SPDX-License-Identifier: Apache-2.0
; A function behind a pointer that has a warp operation gets a second form, whose threads meet in
; the engine. What lies in front of the first says how far away it is.
;
; RUN: --from link-modules --stop-after describe-kernel --functions

; CHECK: define {{.*}}<32 x i32> @votes(ptr {{.*}}) {{.*}}prefix i64 add (i64 sub (i64 ptrtoint (ptr @votes.form to i64), i64 ptrtoint (ptr @votes to i64)), i64 5216413453744340992)
; CHECK: define internal i32 @votes.form(ptr %0, ptr %1, i32 %2)
; CHECK: call i64 @heddle_ref_warp_op(ptr %0, ptr %1,
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @votes]
define i32 @votes(i32 %x) {
  %odd = trunc i32 %x to i1
  %r = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  ret i32 %r
}
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
