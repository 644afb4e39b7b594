; SPDX-License-Identifier: Apache-2.0
; Single threads have nowhere further to go: above the budget their code is generated without
; optimising. The same where lanes wait for each other.
;
; RUN: --from weigh-code --hurried --budget 0.00001 --changes
; RUN: --from weigh-code --hurried --budget 1 --changes | WITHIN
; RUN: --from weigh-code --single-threads --budget 0.00001 --changes

; CHECK: changed: weigh-code:1
; WITHIN: changed: none
define internal void @kernel(ptr %block, ptr %thread) {
entry:
  %x = load double, ptr %block
  %root = fdiv double 1.0, %x
  store double %root, ptr %block
  ret void
}
