; SPDX-License-Identifier: Apache-2.0
; Lanes store one by one if their places are not first + rank: a rank that counts the lane itself, of a
; mask that differs between lanes, twice a rank, places further apart than what is stored, or numbers of
; two bytes, for which there is no instruction; and without AVX-512. @control is made a vector.
;
; RUN: --from compress-stores --isa avx512 --changes
; RUN: --from compress-stores --isa avx2 --changes | AVX2

; AVX2: ; changed: none
; CHECK: ; changed: compress-stores:1
; CHECK-NOT: compress
; CHECK-LABEL: define internal void @control(
; CHECK: call <16 x i32> @llvm.x86.avx512.mask.compress.v16i32(
define internal void @counts_itself(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i32> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %all, <i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647, i32 -1>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %index = sext <32 x i32> %sum to <32 x i64>
  %at = getelementptr i32, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
define internal void @own_masks(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i32> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %own, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %index = sext <32 x i32> %sum to <32 x i64>
  %at = getelementptr i32, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
define internal void @twice(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i32> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %all, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %twice = add <32 x i32> %sum, %rank
  %index = sext <32 x i32> %twice to <32 x i64>
  %at = getelementptr i32, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
define internal void @apart(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i32> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %all, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %index = sext <32 x i32> %sum to <32 x i64>
  %at = getelementptr i64, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
define internal void @narrow(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i16> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %all, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %index = sext <32 x i32> %sum to <32 x i64>
  %at = getelementptr i16, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i16.v32p0(<32 x i16> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
define internal void @control(ptr %block, ptr %context, i32 %first, <32 x i1> %mask, <32 x i32> %own, <32 x i32> %values) {
  %bits = bitcast <32 x i1> %mask to i32
  %one = insertelement <32 x i32> poison, i32 %bits, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %below = and <32 x i32> %all, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647>
  %rank = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %below)
  %f = insertelement <32 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <32 x i32> %f, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %firsts, %rank
  %index = sext <32 x i32> %sum to <32 x i64>
  %at = getelementptr i32, ptr %context, <32 x i64> %index
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 2 %at, <32 x i1> %mask)
  ret void
}
declare <32 x i32> @llvm.ctpop.v32i32(<32 x i32>)
declare void @llvm.masked.scatter.v32i32.v32p0(<32 x i32>, <32 x ptr>, <32 x i1>)
declare void @llvm.masked.scatter.v32i16.v32p0(<32 x i16>, <32 x ptr>, <32 x i1>)
