; SPDX-License-Identifier: Apache-2.0
; Finished code of vectors above the budget: the kernel is compiled again thread by thread. It counts
; what the CPU has to do: the same budget is enough where 32 doubles are four registers, and too
; little where they are sixteen. What the kernel would be without its copy for a partial last warp,
; of which weigh-kernel knows nothing, is within the budget.
;
; RUN: --from weigh-kernel --isa baseline --block 48x1x1 --budget 0.014 | EARLY
; RUN: --from weigh-kernel --stop-after weigh-code --isa baseline --block 48x1x1 --budget 0.014
; RUN: --from weigh-kernel --stop-after weigh-code --isa avx512 --block 48x1x1 --budget 0.014 | WIDE

; CHECK: to be compiled again, thread by thread
; EARLY-NOT: to be compiled again
; EARLY: define internal void @kernel()
; WIDE-NOT: to be compiled again
; WIDE: @heddle_kernel_entry
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds double, ptr %block, i32 %lane
  %x = load double, ptr %place
  %small = fcmp olt double %x, 2.0
  %root = fdiv double 1.0, %x
  %sum = fadd double %root, %x
  %square = fmul double %sum, %sum
  %either = select i1 %small, double %square, double %root
  store double %either, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
