; SPDX-License-Identifier: Apache-2.0
; More values alive than registers: the register allocator's work is priced too. Four vectors of 32
; doubles are 32 registers of AVX2, which has 16: without that price the code would be within the
; budget (does_not_price_free_registers).
;
; RUN: --from weigh-code --hurried --isa avx2 --budget 0.0025 --changes

; CHECK: changed: weigh-code:1
define internal void @kernel(ptr %block, ptr %thread) {
entry:
  %second = getelementptr i8, ptr %block, i64 256
  %third = getelementptr i8, ptr %block, i64 512
  %fourth = getelementptr i8, ptr %block, i64 768
  %a = load <32 x double>, ptr %block
  %b = load <32 x double>, ptr %second
  %c = load <32 x double>, ptr %third
  %d = load <32 x double>, ptr %fourth
  %ab = fadd <32 x double> %a, %b
  %abc = fadd <32 x double> %ab, %c
  %abcd = fadd <32 x double> %abc, %d
  store <32 x double> %abcd, ptr %block
  ret void
}
