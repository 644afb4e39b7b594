; SPDX-License-Identifier: Apache-2.0
; Bytes and shorts at unrelated places: the words that they lie in are gathered, and shifted. A short at an
; odd address may lie in two words: lane by lane.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa baseline | BASELINE

; BASELINE-NOT: masked.gather
; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[WHOLE:%.*]] = and <32 x i64> {{%.*}}, splat (i64 -4)
; CHECK: [[AT:%.*]] = inttoptr <32 x i64> [[WHOLE]] to <32 x ptr>
; CHECK: [[FOUND:%.*]] = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> align 4 [[AT]]
; CHECK: shl <32 x i32> {{%.*}}, splat (i32 3)
; CHECK: lshr <32 x i32> [[FOUND]]
; CHECK: trunc <32 x i32> {{%.*}} to <32 x i8>
; CHECK: call <32 x i32> @llvm.masked.gather.v32i32.v32p0(
; CHECK: trunc <32 x i32> {{%.*}} to <32 x i16>
; CHECK-NOT: masked.gather.v32i32
; CHECK: lanes:
; CHECK: load i16, ptr {{%.*}}, align 1
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %from = load ptr, ptr %second, !invariant.load !0
  %third = getelementptr i8, ptr %params, i64 16
  %out = load ptr, ptr %third, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %byte.at = getelementptr i8, ptr %from, i32 %index
  %byte = load i8, ptr %byte.at
  %short.at = getelementptr i16, ptr %from, i32 %index
  %short = load i16, ptr %short.at, align 2
  %odd = load i16, ptr %byte.at, align 1
  %wide = zext i8 %byte to i16
  %two = add i16 %wide, %short
  %sum = xor i16 %two, %odd
  %to = getelementptr i16, ptr %out, i32 %lane
  store i16 %sum, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
