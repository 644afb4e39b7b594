; SPDX-License-Identifier: Apache-2.0
; A row of 16 bytes of each thread, side by side and at unrelated places, is moved as words, which are cut into bytes, and
; so is one of eight bytes that become words; a row of ten bytes and one that is volatile stay bytes.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx512

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: load <128 x i32>, ptr {{.*}}, align 1
; CHECK: lshr <32 x i32> {{%.*}}, splat (i32 24)
; CHECK: trunc <32 x i32> {{%.*}} to <32 x i8>
; CHECK-COUNT-32: load <4 x i32>, ptr {{.*}}, align 1
; CHECK-NOT: load <4 x i32>
; CHECK: masked.gather.v32i32
; CHECK: load volatile <512 x i8>
; CHECK: load <64 x i32>, ptr {{.*}}, align 1
; CHECK: ret void
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
  %row = getelementptr <16 x i8>, ptr %from, i32 %lane
  %bytes = load <16 x i8>, ptr %row, align 1
  %b0 = extractelement <16 x i8> %bytes, i32 0
  %b7 = extractelement <16 x i8> %bytes, i32 7
  %b = mul i8 %b0, %b7
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %anywhere = getelementptr i8, ptr %from, i32 %index
  %others = load <16 x i8>, ptr %anywhere, align 1
  %all.to = getelementptr <16 x i8>, ptr %params, i32 %lane
  store <16 x i8> %others, ptr %all.to, align 1
  %further = getelementptr i8, ptr %anywhere, i32 1000
  %ten = load <10 x i8>, ptr %further, align 1
  %d8 = extractelement <10 x i8> %ten, i32 8
  %seen = load volatile <16 x i8>, ptr %row, align 1
  %e = extractelement <16 x i8> %seen, i32 3
  %short.at = getelementptr <8 x i8>, ptr %params, i32 %lane
  %short = load <8 x i8>, ptr %short.at, align 1
  %s1 = extractelement <8 x i8> %short, i32 1
  %s2 = extractelement <8 x i8> %short, i32 2
  %s3 = extractelement <8 x i8> %short, i32 3
  %s4 = extractelement <8 x i8> %short, i32 4
  %s5 = extractelement <8 x i8> %short, i32 5
  %s6 = extractelement <8 x i8> %short, i32 6
  %s7 = extractelement <8 x i8> %short, i32 7
  %s0 = extractelement <8 x i8> %short, i32 0
  %w0 = zext i8 %s0 to i32
  %w7 = sext i8 %s7 to i32
  %w1 = zext i8 %s1 to i32
  %w2 = zext i8 %s2 to i32
  %w3 = zext i8 %s3 to i32
  %w4 = zext i8 %s4 to i32
  %w5 = zext i8 %s5 to i32
  %w6 = zext i8 %s6 to i32
  %p1 = mul i32 %w0, %w7
  %p2 = mul i32 %p1, %w1
  %p3 = mul i32 %p2, %w2
  %p4 = mul i32 %p3, %w3
  %p5 = mul i32 %p4, %w4
  %p6 = mul i32 %p5, %w5
  %p7 = mul i32 %p6, %w6
  %product = trunc i32 %p7 to i8
  %bd = add i8 %b, %d8
  %bcd = add i8 %bd, %product
  %sum = add i8 %bcd, %e
  %to = getelementptr i8, ptr %out, i32 %lane
  store i8 %sum, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
