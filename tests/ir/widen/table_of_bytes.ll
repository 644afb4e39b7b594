; SPDX-License-Identifier: Apache-2.0
; A look-up by a byte that differs by lane: the table's registers are permuted. Of a variable with 256
; bytes at once; of memory that nobody knows only where the bytes lie in one page, else lane by lane.
;
;   out[lane] = squares[in[lane]] + table[in[lane]] + table[4 + (in[lane] & 63)]
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa baseline | BASELINE

; BASELINE-NOT: pshuf
; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[LOW:%.*]] = and <32 x i8> [[INDEX:%.*]], splat (i8 15)
; CHECK: load <16 x i8>, ptr @squares, align 1
; CHECK-COUNT-16: call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> {{%.*}}, <32 x i8> [[LOW]])
; CHECK: shl <32 x i8> [[INDEX]], splat (i8 3)
; CHECK: shl <32 x i8> [[INDEX]], splat (i8 2)
; CHECK: shl <32 x i8> [[INDEX]], splat (i8 1)
; CHECK: and i64 {{%.*}}, 4095
; CHECK: icmp ule i64 {{%.*}}, 3840
; CHECK-COUNT-16: call <32 x i8> @llvm.x86.avx2.pshuf.b(
; CHECK: icmp ule i64 {{%.*}}, 4032
; CHECK: lanes:
; CHECK: load i8, ptr
; CHECK-COUNT-4: call <32 x i8> @llvm.x86.avx2.pshuf.b(
; CHECK-NOT: call <32 x i8> @llvm.x86.avx2.pshuf.b(
@squares = internal global [256 x i8] zeroinitializer
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %table = load ptr, ptr %second, !invariant.load !0
  %third = getelementptr i8, ptr %params, i64 16
  %out = load ptr, ptr %third, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %from = getelementptr i8, ptr %in, i32 %lane
  %index = load i8, ptr %from
  %wide = zext i8 %index to i64
  %square.at = getelementptr i8, ptr @squares, i64 %wide
  %square = load i8, ptr %square.at
  %at = getelementptr i8, ptr %table, i64 %wide
  %found = load i8, ptr %at
  %few = and i64 %wide, 63
  %few.at = getelementptr i8, ptr %table, i64 %few
  %behind = getelementptr i8, ptr %few.at, i64 4
  %third.found = load i8, ptr %behind
  %two = add i8 %square, %found
  %sum = add i8 %two, %third.found
  %to = getelementptr i8, ptr %out, i32 %lane
  store i8 %sum, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
