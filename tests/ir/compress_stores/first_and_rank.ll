; SPDX-License-Identifier: Apache-2.0
; Lanes that store to first + rank, the rank being that among the ballot's lanes, store side by side:
; if they are the ballot's lanes, and if no index wraps around.
;
; RUN: --from clean-up-warps --stop-after bounds-masks --isa avx512

; CHECK: [[BALLOT:%.*]] = bitcast <32 x i1> %mask to i32
; CHECK: [[LANES:%.*]] = bitcast <32 x i1> %stores to i32
; CHECK: [[SAME:%.*]] = icmp eq i32 [[LANES]],
; CHECK: [[NEAR:%.*]] = icmp sle i32 {{.*}}, 2147483615
; CHECK: [[BOTH:%.*]] = and i1 [[SAME]], [[NEAR]]
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[BOTH]], i1 true)
; CHECK: br i1 [[ASK]], label
; CHECK: [[LOW:%.*]] = call <16 x i32> @llvm.x86.avx512.mask.compress.v16i32(
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> [[LOW]],
; CHECK: [[HIGH:%.*]] = call <16 x i32> @llvm.x86.avx512.mask.compress.v16i32(
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> [[HIGH]],
; CHECK: call void @llvm.masked.scatter
; Not a rank: a lane counts itself too.
; CHECK-NOT: compress
; CHECK: call void @llvm.masked.scatter
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %first, <32 x i1> %mask) {
  %values = load <32 x i32>, ptr %block, align 4
  %stores = icmp sgt <32 x i32> %values, zeroinitializer
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
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 4 %at, <32 x i1> %stores)
  %upto = and <32 x i32> %all, <i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127, i32 255, i32 511, i32 1023, i32 2047, i32 4095, i32 8191, i32 16383, i32 32767, i32 65535, i32 131071, i32 262143, i32 524287, i32 1048575, i32 2097151, i32 4194303, i32 8388607, i32 16777215, i32 33554431, i32 67108863, i32 134217727, i32 268435455, i32 536870911, i32 1073741823, i32 2147483647, i32 -1>
  %count = call <32 x i32> @llvm.ctpop.v32i32(<32 x i32> %upto)
  %index2 = sext <32 x i32> %count to <32 x i64>
  %at2 = getelementptr i32, ptr %context, <32 x i64> %index2
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %values, <32 x ptr> align 4 %at2, <32 x i1> %stores)
  ret void
}
declare <32 x i32> @llvm.ctpop.v32i32(<32 x i32>)
declare void @llvm.masked.scatter.v32i32.v32p0(<32 x i32>, <32 x ptr>, <32 x i1>)
