; SPDX-License-Identifier: Apache-2.0
; What becomes bytes is computed in 16 bits: sums that saturate, a weighted sum whose bits 8 to 15 are asked for (whatever
; overflows above), differences whose sign is asked for, with a choice and its comparison, quotients by a known number.
; 16 bits that hold up to 65535 are compared as unsigned ones.
;
; RUN: --from narrow-lanes --stop-after narrow-lanes --isa avx2 --changes
; RUN: --from narrow-lanes --stop-after narrow-lanes --isa avx512 --changes

; CHECK: ; changed: narrow-lanes:6
; CHECK-LABEL: define <32 x i8> @saturates(
; CHECK: add <32 x i16>
; CHECK: call <32 x i16> @llvm.umin.v32i16(
; CHECK: trunc <32 x i16>
; CHECK-LABEL: define <32 x i8> @weighs(
; CHECK: mul <32 x i16> {{.*}}, splat (i16 -74)
; CHECK: lshr <32 x i16> {{.*}}, splat (i16 8)
; CHECK-LABEL: define <32 x i8> @differs(
; CHECK: sub <32 x i16>
; CHECK: [[LESS:%.*]] = icmp slt <32 x i16> {{.*}}, zeroinitializer
; CHECK: select <32 x i1> [[LESS]], <32 x i16>
; CHECK: ashr <32 x i16>
; CHECK-LABEL: define <32 x i8> @scales(
; CHECK: udiv <32 x i16> {{.*}}, splat (i16 31)
; CHECK-LABEL: define <32 x i8> @large(
; CHECK: call <32 x i16> @llvm.umax.v32i16(
; CHECK-NEXT: lshr <32 x i16>
; CHECK-LABEL: define <32 x i16> @sound(
; CHECK: call <32 x i16> @llvm.smax.v32i16(
define <32 x i8> @saturates(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %sum = add nuw nsw <32 x i32> %x, %y
  %least = call <32 x i32> @llvm.umin.v32i32(<32 x i32> %sum, <32 x i32> splat (i32 255))
  %byte = trunc <32 x i32> %least to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @weighs(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %wx = mul <32 x i32> %x, splat (i32 112)
  %wy = mul <32 x i32> %y, splat (i32 -74)
  %sum = add <32 x i32> %wx, %wy
  %above = lshr <32 x i32> %sum, splat (i32 8)
  %byte = trunc <32 x i32> %above to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @differs(<32 x i8> %a, <32 x i8> %b) {
  %x = zext <32 x i8> %a to <32 x i32>
  %y = zext <32 x i8> %b to <32 x i32>
  %d = sub <32 x i32> %x, %y
  %less = icmp slt <32 x i32> %d, zeroinitializer
  %twice = shl <32 x i32> %d, splat (i32 5)
  %chosen = select <32 x i1> %less, <32 x i32> %twice, <32 x i32> %d
  %half = ashr <32 x i32> %chosen, splat (i32 12)
  %byte = trunc <32 x i32> %half to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @scales(<32 x i8> %a) {
  %x = zext <32 x i8> %a to <32 x i32>
  %wide = mul <32 x i32> %x, splat (i32 255)
  %q = udiv <32 x i32> %wide, splat (i32 31)
  %byte = trunc <32 x i32> %q to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i8> @large(<32 x i16> %a, <32 x i16> %b) {
  %x = zext <32 x i16> %a to <32 x i32>
  %y = zext <32 x i16> %b to <32 x i32>
  %most = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %x, <32 x i32> %y)
  %half = ashr <32 x i32> %most, splat (i32 12)
  %byte = trunc <32 x i32> %half to <32 x i8>
  ret <32 x i8> %byte
}
define <32 x i16> @sound(<32 x i16> %a, <32 x i32> %b) {
  %x = sext <32 x i16> %a to <32 x i32>
  %half = ashr <32 x i32> %x, splat (i32 1)
  %most = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %half, <32 x i32> splat (i32 -9000))
  %short = trunc <32 x i32> %most to <32 x i16>
  ret <32 x i16> %short
}
