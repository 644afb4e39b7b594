; SPDX-License-Identifier: Apache-2.0
; A row of 16 bytes of each thread, side by side and at unrelated places, is moved as words, which are cut into bytes; a
; row of ten bytes and one that is volatile stay bytes.
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
  %bcd = add i8 %b, %d8
  %sum = add i8 %bcd, %e
  %to = getelementptr i8, ptr %out, i32 %lane
  store i8 %sum, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
