; SPDX-License-Identifier: Apache-2.0
; What is computed alike from both halves of words is computed from the words as they are, also where
; they become integers again, and with values that are the same for all. Not for a CPU that converts
; halves by integers.
;
;   __half2 x, y; uniform __half m;   y = __hfma2(__half2half2(m), x, y);
;
; RUN: --from join-half-pairs --isa avx2 --changes
; RUN: --from join-half-pairs --isa baseline --changes | BASELINE

; BASELINE: ; changed: none

; CHECK: ; changed: join-half-pairs:4
; CHECK-LABEL: @stored(
; CHECK: [[M:%.*]] = shufflevector <64 x half> {{.*}}, <64 x half> poison, <64 x i32> zeroinitializer
; CHECK: [[XS:%.*]] = bitcast <32 x i32> %x to <64 x half>
; CHECK: [[YS:%.*]] = bitcast <32 x i32> %y to <64 x half>
; CHECK: [[SUMS:%.*]] = call <64 x half> @llvm.fma.v64f16(<64 x half> [[M]], <64 x half> [[XS]], <64 x half> [[YS]])
; CHECK: store <64 x half> [[SUMS]], ptr %p
define void @stored(<32 x i32> %x, <32 x i32> %y, half %m, ptr %p) {
  %x.lo = trunc <32 x i32> %x to <32 x i16>
  %x.up = lshr <32 x i32> %x, splat (i32 16)
  %x.hi = trunc nuw <32 x i32> %x.up to <32 x i16>
  %y.lo = trunc <32 x i32> %y to <32 x i16>
  %y.up = lshr <32 x i32> %y, splat (i32 16)
  %y.hi = trunc nuw <32 x i32> %y.up to <32 x i16>
  %a = bitcast <32 x i16> %x.lo to <32 x half>
  %b = bitcast <32 x i16> %x.hi to <32 x half>
  %c = bitcast <32 x i16> %y.lo to <32 x half>
  %d = bitcast <32 x i16> %y.hi to <32 x half>
  %m.0 = insertelement <32 x half> poison, half %m, i64 0
  %ms = shufflevector <32 x half> %m.0, <32 x half> poison, <32 x i32> zeroinitializer
  %lo = call <32 x half> @llvm.fma.v32f16(<32 x half> %ms, <32 x half> %a, <32 x half> %c)
  %hi = call <32 x half> @llvm.fma.v32f16(<32 x half> %ms, <32 x half> %b, <32 x half> %d)
  %both = shufflevector <32 x half> %lo, <32 x half> %hi, <64 x i32> <i32 0, i32 32, i32 1, i32 33, i32 2, i32 34, i32 3, i32 35, i32 4, i32 36, i32 5, i32 37, i32 6, i32 38, i32 7, i32 39, i32 8, i32 40, i32 9, i32 41, i32 10, i32 42, i32 11, i32 43, i32 12, i32 44, i32 13, i32 45, i32 14, i32 46, i32 15, i32 47, i32 16, i32 48, i32 17, i32 49, i32 18, i32 50, i32 19, i32 51, i32 20, i32 52, i32 21, i32 53, i32 22, i32 54, i32 23, i32 55, i32 24, i32 56, i32 25, i32 57, i32 26, i32 58, i32 27, i32 59, i32 28, i32 60, i32 29, i32 61, i32 30, i32 62, i32 31, i32 63>
  store <64 x half> %both, ptr %p, align 4
  ret void
}

; CHECK-LABEL: @as_integers(
; CHECK: [[XS:%.*]] = bitcast <32 x i32> %x to <64 x half>
; CHECK: [[PRODUCT:%.*]] = fmul <64 x half> [[XS]], splat (half 0xH4000)
; CHECK: [[MINUS:%.*]] = fneg <64 x half> [[PRODUCT]]
; CHECK: [[SUM:%.*]] = fadd nsz <64 x half> [[MINUS]], [[XS]]
; CHECK: bitcast <64 x half> [[SUM]] to <32 x i32>
define <32 x i32> @as_integers(<32 x i32> %x) {
  %x.lo = trunc <32 x i32> %x to <32 x i16>
  %x.up = lshr <32 x i32> %x, splat (i32 16)
  %x.hi = trunc nuw <32 x i32> %x.up to <32 x i16>
  %a = bitcast <32 x i16> %x.lo to <32 x half>
  %b = bitcast <32 x i16> %x.hi to <32 x half>
  %twice.lo = fmul <32 x half> %a, splat (half 0xH4000)
  %twice.hi = fmul <32 x half> %b, splat (half 0xH4000)
  %minus.lo = fneg <32 x half> %twice.lo
  %minus.hi = fneg <32 x half> %twice.hi
  %lo = fadd nsz <32 x half> %minus.lo, %a
  %hi = fadd nsz contract <32 x half> %minus.hi, %b
  %lo.bits = bitcast <32 x half> %lo to <32 x i16>
  %hi.bits = bitcast <32 x half> %hi to <32 x i16>
  %lo.word = zext <32 x i16> %lo.bits to <32 x i32>
  %hi.word = zext <32 x i16> %hi.bits to <32 x i32>
  %hi.up = shl nuw <32 x i32> %hi.word, splat (i32 16)
  %both = or disjoint <32 x i32> %hi.up, %lo.word
  ret <32 x i32> %both
}
declare <32 x half> @llvm.fma.v32f16(<32 x half>, <32 x half>, <32 x half>)
