; SPDX-License-Identifier: Apache-2.0
; Nine instructions on integers of 128 and 100 bits become one loop over the lanes: operands are stored ahead of it, masks as bytes and 100 bits
; as 128; numbers that all lanes have stay scalars; what others use is loaded behind it. A store between them ends a loop if it needs what that makes.
;
; RUN: --from loop-wide-integers --stop-after loop-wide-integers --isa avx2 --changes

; CHECK: ; changed: loop-wide-integers:2
; CHECK-LABEL: define <32 x i64> @kernel(
; CHECK-DAG: zext <32 x i1> %mask to <32 x i8>
; CHECK-DAG: zext <32 x i100> %odd to <32 x i128>
; CHECK: wide.lane{{[0-9]*}}:
; CHECK: phi i64 [ 0, %entry ]
; CHECK: zext i64 %{{.*}} to i128
; CHECK: mul i128 %{{.*}}, %number
; CHECK: add i128 %{{.*}}, 7
; CHECK: icmp ult i128
; CHECK: select i1
; CHECK: icmp eq i64 %{{.*}}, 32
; CHECK: store <32 x i64> %{{.*}}, ptr %out
; CHECK: wide.lane{{[0-9]*}}:
; CHECK: ret <32 x i64>
define <32 x i64> @kernel(<32 x i64> %a, <32 x i64> %b, <32 x i1> %mask, <32 x i100> %odd, i128 %number, ptr %out) {
entry:
  %alone = insertelement <32 x i128> poison, i128 %number, i64 0
  %numbers = shufflevector <32 x i128> %alone, <32 x i128> poison, <32 x i32> zeroinitializer
  %wide.a = zext <32 x i64> %a to <32 x i128>
  %wide.b = zext <32 x i64> %b to <32 x i128>
  %wide.odd = zext <32 x i100> %odd to <32 x i128>
  %product = mul <32 x i128> %wide.a, %numbers
  %sum = add <32 x i128> %product, splat (i128 7)
  %less = icmp ult <32 x i128> %sum, %wide.b
  %one = select <32 x i1> %mask, <32 x i128> %sum, <32 x i128> %wide.odd
  %next = sub <32 x i128> %one, %wide.b
  %high = lshr <32 x i128> %next, splat (i128 64)
  %word = trunc <32 x i128> %high to <32 x i64>
  store <32 x i64> %word, ptr %out
  %twice = shl <32 x i128> %next, splat (i128 1)
  %x1 = xor <32 x i128> %twice, %wide.b
  %x2 = mul <32 x i128> %x1, %wide.a
  %x3 = add <32 x i128> %x2, %x1
  %x4 = or <32 x i128> %x3, %wide.odd
  %x5 = sub <32 x i128> %x4, %x2
  %x6 = and <32 x i128> %x5, %x3
  %x7 = mul <32 x i128> %x6, %x6
  %x8 = trunc <32 x i128> %x7 to <32 x i64>
  %result = select <32 x i1> %less, <32 x i64> %x8, <32 x i64> %a
  ret <32 x i64> %result
}
