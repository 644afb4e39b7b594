; SPDX-License-Identifier: Apache-2.0
; Lanes of 128 bits have no registers of vectors: each is computed by itself, so ten such instructions
; take as long to compile as hundreds of 64 bits.
;
; RUN: --from weigh-kernel --budget 0.05
; RUN: --from weigh-kernel --budget 0.3 | VECTORS

; CHECK: to be compiled again, thread by thread
; VECTORS-NOT: to be compiled again
; VECTORS: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr inbounds i64, ptr %block, i32 %lane
  %x = load i64, ptr %place
  %wide = zext i64 %x to i128
  %square = mul i128 %wide, %wide
  %more = add i128 %square, 12345678901234567890123
  %cube = mul i128 %more, %square
  %again = mul i128 %cube, %more
  %upper = lshr i128 %again, 64
  %word = trunc i128 %upper to i64
  store i64 %word, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
