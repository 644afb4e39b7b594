; SPDX-License-Identifier: Apache-2.0
; Four bytes that lanes store under a mask, and two floats at unrelated places, go out as one number a
; lane. Structures that are not aligned to their size, that are larger than a number, and volatile
; ones go out part after part.
;
;   if (on) { bytes[lane] = uchar4; places[index] = float2; }
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; CHECK-LABEL: define internal void @kernel.some.warp(
; CHECK: [[BYTES:%.*]] = bitcast <128 x i8> {{.*}} to <32 x i32>
; CHECK: call void @llvm.masked.store.v32i32.p0(<32 x i32> [[BYTES]],
; CHECK: [[PAIRS:%.*]] = bitcast <64 x float> {{.*}} to <32 x i64>
; CHECK: call void @llvm.masked.scatter.v32i64.v32p0(<32 x i64> [[PAIRS]],
; CHECK: ret void
define void @kernel.some(i1 %on, i32 %index, <4 x i8> %bytes, <2 x float> %pair) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %side.by.side = getelementptr <4 x i8>, ptr %x, i32 %lane
  store <4 x i8> %bytes, ptr %side.by.side, align 4
  %anywhere = getelementptr <2 x float>, ptr %x, i32 %index
  store <2 x float> %pair, ptr %anywhere, align 8
  ret void
}

; CHECK-LABEL: define internal void @kernel.parts.warp(
; CHECK-NOT: bitcast <128 x i8>
; CHECK-NOT: v32i64
; CHECK-NOT: v32i128
; CHECK: ret void
define void @kernel.parts(i1 %on, i32 %index, <4 x i8> %bytes, <2 x float> %pair, <4 x float> %four) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %side.by.side = getelementptr <4 x i8>, ptr %x, i32 %lane
  store <4 x i8> %bytes, ptr %side.by.side, align 2
  %anywhere = getelementptr <2 x float>, ptr %x, i32 %index
  store volatile <2 x float> %pair, ptr %anywhere, align 8
  %four.at = getelementptr <4 x float>, ptr %x, i32 %index
  store <4 x float> %four, ptr %four.at, align 16
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
