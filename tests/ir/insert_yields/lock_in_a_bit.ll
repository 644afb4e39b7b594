; SPDX-License-Identifier: Apache-2.0
; A lock bit in a word: the swap expects what was read without the bit, and fails for as long as
; another lane holds it. (One that expects the word as it was read is a retry: not_to_retries.ll.)
;
;   do old = *word & ~1; while (atomicCAS(word, old, old | 1) != old);
;   atomicExch(unlock, old + 2);
;
; RUN: --from canonicalise-loops --stop-after insert-yields

; CHECK: to be compiled again, thread by thread
define void @kernel() {
entry:
  %word = call ptr @heddle.block()
  br label %spin
spin:
  %read = load volatile i32, ptr %word
  %old = and i32 %read, -2
  %taken = or disjoint i32 %old, 1
  %pair = cmpxchg ptr %word, i32 %old, i32 %taken monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %next = add i32 %old, 2
  %x = atomicrmw xchg ptr %word, i32 %next monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
