; SPDX-License-Identifier: Apache-2.0
; Different operations, an operation whose value is also used elsewhere, more values that would have
; to be interleaved than words that need not be taken apart, and halves of different words stay.
;
; RUN: --from join-half-pairs --isa avx2 --changes

; CHECK: ; changed: none
; CHECK-NOT: <64 x half>
define <32 x i32> @different(<32 x i32> %x) {
  %x.lo = trunc <32 x i32> %x to <32 x i16>
  %x.up = lshr <32 x i32> %x, splat (i32 16)
  %x.hi = trunc nuw <32 x i32> %x.up to <32 x i16>
  %a = bitcast <32 x i16> %x.lo to <32 x half>
  %b = bitcast <32 x i16> %x.hi to <32 x half>
  %lo = fadd <32 x half> %a, %a
  %hi = fmul <32 x half> %b, %b
  %lo.bits = bitcast <32 x half> %lo to <32 x i16>
  %hi.bits = bitcast <32 x half> %hi to <32 x i16>
  %lo.word = zext <32 x i16> %lo.bits to <32 x i32>
  %hi.word = zext <32 x i16> %hi.bits to <32 x i32>
  %hi.up = shl nuw <32 x i32> %hi.word, splat (i32 16)
  %both = or disjoint <32 x i32> %lo.word, %hi.up
  ret <32 x i32> %both
}

define <32 x i32> @used_again(<32 x i32> %x, ptr %p) {
  %x.lo = trunc <32 x i32> %x to <32 x i16>
  %x.up = lshr <32 x i32> %x, splat (i32 16)
  %x.hi = trunc nuw <32 x i32> %x.up to <32 x i16>
  %a = bitcast <32 x i16> %x.lo to <32 x half>
  %b = bitcast <32 x i16> %x.hi to <32 x half>
  %lo = fadd <32 x half> %a, %a
  %hi = fadd <32 x half> %b, %b
  store <32 x half> %lo, ptr %p
  %lo.bits = bitcast <32 x half> %lo to <32 x i16>
  %hi.bits = bitcast <32 x half> %hi to <32 x i16>
  %lo.word = zext <32 x i16> %lo.bits to <32 x i32>
  %hi.word = zext <32 x i16> %hi.bits to <32 x i32>
  %hi.up = shl nuw <32 x i32> %hi.word, splat (i32 16)
  %both = or disjoint <32 x i32> %lo.word, %hi.up
  ret <32 x i32> %both
}

define <32 x i32> @of_no_words(<32 x half> %a, <32 x half> %b, <32 x half> %c, <32 x half> %d) {
  %lo = fadd <32 x half> %a, %c
  %hi = fadd <32 x half> %b, %d
  %lo.bits = bitcast <32 x half> %lo to <32 x i16>
  %hi.bits = bitcast <32 x half> %hi to <32 x i16>
  %lo.word = zext <32 x i16> %lo.bits to <32 x i32>
  %hi.word = zext <32 x i16> %hi.bits to <32 x i32>
  %hi.up = shl nuw <32 x i32> %hi.word, splat (i32 16)
  %both = or disjoint <32 x i32> %lo.word, %hi.up
  ret <32 x i32> %both
}

define <32 x i32> @of_two_words(<32 x i32> %x, <32 x i32> %y) {
  %x.lo = trunc <32 x i32> %x to <32 x i16>
  %y.up = lshr <32 x i32> %y, splat (i32 16)
  %y.hi = trunc nuw <32 x i32> %y.up to <32 x i16>
  %a = bitcast <32 x i16> %x.lo to <32 x half>
  %b = bitcast <32 x i16> %y.hi to <32 x half>
  %lo = fadd <32 x half> %a, %a
  %hi = fadd <32 x half> %b, %b
  %lo.bits = bitcast <32 x half> %lo to <32 x i16>
  %hi.bits = bitcast <32 x half> %hi to <32 x i16>
  %lo.word = zext <32 x i16> %lo.bits to <32 x i32>
  %hi.word = zext <32 x i16> %hi.bits to <32 x i32>
  %hi.up = shl nuw <32 x i32> %hi.word, splat (i32 16)
  %both = or disjoint <32 x i32> %lo.word, %hi.up
  ret <32 x i32> %both
}
