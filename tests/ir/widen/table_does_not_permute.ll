; SPDX-License-Identifier: Apache-2.0
; Lane by lane or as a gather: an index that may be large, a table of words, steps of two bytes, a
; table that differs by lane, and what another thread may write (volatile).
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK-NOT: pshuf
; CHECK-NOT: 4095
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
  %from = getelementptr i16, ptr %in, i32 %lane
  %index = load i16, ptr %from
  %large = zext i16 %index to i64
  %large.at = getelementptr i8, ptr %table, i64 %large
  %a = load i8, ptr %large.at
  %byte = and i64 %large, 255
  %word.at = getelementptr i32, ptr %table, i64 %byte
  %word = load i32, ptr %word.at
  %b = trunc i32 %word to i8
  %step.at = getelementptr i16, ptr %table, i64 %byte
  %c = load i8, ptr %step.at
  %own = getelementptr i8, ptr %table, i32 %lane
  %own.at = getelementptr i8, ptr %own, i64 %byte
  %d = load i8, ptr %own.at
  %at = getelementptr i8, ptr %table, i64 %byte
  %e = load volatile i8, ptr %at
  %ab = add i8 %a, %b
  %cd = add i8 %c, %d
  %abcd = xor i8 %ab, %cd
  %all = add i8 %abcd, %e
  %to = getelementptr i8, ptr %out, i32 %lane
  store i8 %all, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
