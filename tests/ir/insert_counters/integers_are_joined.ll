; SPDX-License-Identifier: Apache-2.0
; A GPU has one instruction for any logic of three words, for a sum of three, for a product or a shift by a constant that is added, and for logic
; that is compared with 0. In `joined` four are left of ten, in `apart` eight of nine: there another one needs each result, or the words
; are four.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728

; CHECK: @heddle.counted = constant
; CHECK-SAME: [28 x i16] [i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 4, {{.*}}[28 x i16] [i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 8, 
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %a = load i32, ptr %data
  %p = getelementptr i8, ptr %data, i64 4
  %b = load i32, ptr %p
  %q = getelementptr i8, ptr %data, i64 8
  %c = load i32, ptr %q
  br label %joined
joined:
  ; (a & b) ^ (~a & c)
  %not = xor i32 %a, -1
  %left = and i32 %a, %b
  %right = and i32 %not, %c
  %logic = xor i32 %left, %right
  ; logic + b + c
  %two = add i32 %logic, %b
  %three = add i32 %two, %c
  ; three * c + 7, then + (a << 2)
  %product = mul i32 %three, %c
  %sum = add i32 %product, 7
  store i32 %sum, ptr %data
  %low = and i32 %sum, 3
  %none = icmp eq i32 %low, 0
  br i1 %none, label %apart, label %end
apart:
  %x = xor i32 %a, %b
  %y = xor i32 %x, %c
  %z = mul i32 %x, %y
  %u = add i32 %z, %y
  store i32 %z, ptr %p
  %v = and i32 %u, %y
  %w = and i32 %a, %b
  %four = or i32 %v, %w
  %t = shl i32 %four, %a
  %s = sub i32 %t, %four
  store i32 %s, ptr %q
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
!0 = !{}
