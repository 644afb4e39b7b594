; SPDX-License-Identifier: Apache-2.0
; Single threads with warp operations would be fibers, which are slow: such a kernel may take a
; quarter more than the budget before it becomes one of those.
;
; RUN: --from weigh-kernel --budget 0.0021
; RUN: --from weigh-kernel --budget 0.0017 | LITTLE

; CHECK-NOT: to be compiled again
; CHECK: define internal void @kernel()
; LITTLE: to be compiled again, thread by thread
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %x = load double, ptr %place
  %root = fdiv double 1.0, %x
  %sum = fadd double %root, %x
  %small = fcmp olt double %sum, 2.0
  %votes = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %small)
  %number = uitofp i32 %votes to double
  store double %number, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
