; SPDX-License-Identifier: Apache-2.0
; Without mask registers, masks that count or choose words are words themselves: -1 where a lane takes part.
;
; RUN: --from wide-masks --stop-after wide-masks --isa avx2

; A rank: n + (x < y || (x == y && first)), of which the last is the same for words of 64 bits.
; CHECK-LABEL: define <32 x i32> @count(
; CHECK: [[LESS:%.*]] = fcmp olt <32 x float> %x, %y
; CHECK: [[EQUAL:%.*]] = fcmp oeq <32 x float> %x, %y
; CHECK: [[FIRST:%.*]] = icmp slt <32 x i32> %i, %j
; CHECK: [[F:%.*]] = sext <32 x i1> [[FIRST]] to <32 x i32>
; CHECK: [[E:%.*]] = sext <32 x i1> [[EQUAL]] to <32 x i32>
; CHECK: [[BOTH:%.*]] = and <32 x i32> [[F]], [[E]]
; CHECK: [[L:%.*]] = sext <32 x i1> [[LESS]] to <32 x i32>
; CHECK: [[ANY:%.*]] = or <32 x i32> [[L]], [[BOTH]]
; CHECK: [[SUM:%.*]] = sub <32 x i32> %n, [[ANY]]
; CHECK: ret <32 x i32> [[SUM]]
define <32 x i32> @count(<32 x float> %x, <32 x float> %y, <32 x i32> %i, <32 x i32> %j, <32 x i32> %n) {
  %less = fcmp olt <32 x float> %x, %y
  %equal = fcmp oeq <32 x float> %x, %y
  %first = icmp slt <32 x i32> %i, %j
  %both = and <32 x i1> %first, %equal
  %any = or <32 x i1> %less, %both
  %one = zext <32 x i1> %any to <32 x i32>
  %sum = add <32 x i32> %n, %one
  ret <32 x i32> %sum
}

; Conditions that decide for others, a choice of floats, and the mask as such.
; CHECK-LABEL: define <32 x float> @choose(
; CHECK: [[C:%.*]] = sext <32 x i1> %c to <32 x i32>
; CHECK: [[D:%.*]] = sext <32 x i1> %d to <32 x i32>
; CHECK: [[SAFE:%.*]] = freeze <32 x i32> [[D]]
; CHECK: [[AND:%.*]] = and <32 x i32> [[C]], [[SAFE]]
; CHECK: [[NOT:%.*]] = xor <32 x i32> [[AND]], splat (i32 -1)
; CHECK: [[MASK:%.*]] = icmp slt <32 x i32> [[NOT]], zeroinitializer
; CHECK: select <32 x i1> [[MASK]], <32 x float> %x, <32 x float> %y
; CHECK: bitcast <32 x i1> [[MASK]] to i32
define <32 x float> @choose(<32 x float> %x, <32 x float> %y, <32 x float> %z, ptr %out) {
  %c = fcmp olt <32 x float> %x, %y
  %d = fcmp olt <32 x float> %y, %z
  %and = select <32 x i1> %c, <32 x i1> %d, <32 x i1> zeroinitializer
  %not = xor <32 x i1> %and, splat (i1 true)
  %chosen = select <32 x i1> %not, <32 x float> %x, <32 x float> %y
  %bits = bitcast <32 x i1> %not to i32
  store i32 %bits, ptr %out
  ret <32 x float> %chosen
}

; All of 64 bits.
; CHECK-LABEL: define <32 x i64> @longs(
; CHECK: or <32 x i64>
; CHECK: [[ONE:%.*]] = lshr <32 x i64> {{.*}}, splat (i64 63)
; CHECK: mul <32 x i64> [[ONE]], %n
define <32 x i64> @longs(<32 x double> %x, <32 x double> %y, <32 x double> %z, <32 x i64> %n) {
  %c = fcmp olt <32 x double> %x, %y
  %d = fcmp olt <32 x double> %y, %z
  %any = select <32 x i1> %c, <32 x i1> splat (i1 true), <32 x i1> %d
  %one = zext <32 x i1> %any to <32 x i64>
  %product = mul <32 x i64> %one, %n
  ret <32 x i64> %product
}
