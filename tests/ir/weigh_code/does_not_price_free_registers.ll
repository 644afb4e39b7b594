; SPDX-License-Identifier: Apache-2.0
; The same work as in prices_crowded_registers, with two of the vectors alive at most.
;
; RUN: --from weigh-code --hurried --isa avx2 --budget 0.0025 --changes

; CHECK: changed: none
define internal void @kernel(ptr %block, ptr %thread) {
entry:
  %second = getelementptr i8, ptr %block, i64 256
  %third = getelementptr i8, ptr %block, i64 512
  %fourth = getelementptr i8, ptr %block, i64 768
  %a = load <32 x double>, ptr %block
  %b = load <32 x double>, ptr %second
  %ab = fadd <32 x double> %a, %b
  %c = load <32 x double>, ptr %third
  %abc = fadd <32 x double> %ab, %c
  %d = load <32 x double>, ptr %fourth
  %abcd = fadd <32 x double> %abc, %d
  store <32 x double> %abcd, ptr %block
  ret void
}
