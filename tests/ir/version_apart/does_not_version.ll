; SPDX-License-Identifier: Apache-2.0
; No copy where nothing would be joined: lanes lie side by side or at one place (@side_by_side), the
; code says that the rows lie apart (@known), nothing lies beside anything (@alone), there is a barrier
; or a volatile access between (@others_see), or where the second row begins is loaded behind the
; store (@late), or where 32 bits that wrap around tell how far places lie apart (@wraps).
;
; RUN: --from version-apart --stop-after version-apart --block 32 --changes

; CHECK: ; changed: none
define internal void @side_by_side(ptr "heddle-uniform" %p, ptr "heddle-uniform" %q) {
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %from = getelementptr float, ptr %p, i64 %lane64
  %to = getelementptr float, ptr %q, i64 %lane64
  %a = load float, ptr %from
  store float %a, ptr %to
  %from1 = getelementptr i8, ptr %from, i64 4
  %b = load float, ptr %from1
  %to1 = getelementptr i8, ptr %to, i64 4
  store float %b, ptr %to1
  %c = load float, ptr %p
  store float %c, ptr %q
  %p1 = getelementptr i8, ptr %p, i64 4
  %d = load float, ptr %p1
  %q1 = getelementptr i8, ptr %q, i64 4
  store float %d, ptr %q1
  ret void
}
define internal void @known(ptr noalias %p, ptr noalias %q, i64 "heddle-uniform" %k) {
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %begin = mul nsw i64 %lane64, %k
  %from = getelementptr float, ptr %p, i64 %begin
  %to = getelementptr float, ptr %q, i64 %begin
  %a = load float, ptr %from
  store float %a, ptr %to
  %from1 = getelementptr i8, ptr %from, i64 4
  %b = load float, ptr %from1
  %to1 = getelementptr i8, ptr %to, i64 4
  store float %b, ptr %to1
  ret void
}
define internal void @alone(ptr %from, ptr %to) {
  %a = load float, ptr %from
  store float %a, ptr %to
  %from2 = getelementptr i8, ptr %from, i64 8
  %b = load float, ptr %from2
  %to2 = getelementptr i8, ptr %to, i64 8
  store float %b, ptr %to2
  ret void
}
define internal void @others_see(ptr %from, ptr %to) {
  %a = load float, ptr %from
  store float %a, ptr %to
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %from1 = getelementptr i8, ptr %from, i64 4
  %b = load float, ptr %from1
  %to1 = getelementptr i8, ptr %to, i64 4
  store volatile float %b, ptr %to1
  %from2 = getelementptr i8, ptr %from, i64 8
  %c = load float, ptr %from2
  %to2 = getelementptr i8, ptr %to, i64 8
  store float %c, ptr %to2
  ret void
}
define internal void @late(ptr %from, ptr %to, ptr %indices) {
  %a = load float, ptr %from
  store float %a, ptr %to
  %from1 = getelementptr i8, ptr %from, i64 4
  %b = load float, ptr %from1
  %to1 = getelementptr i8, ptr %to, i64 4
  store float %b, ptr %to1
  %index = load i64, ptr %indices
  %other = getelementptr float, ptr %from, i64 %index
  %c = load float, ptr %other
  store float %c, ptr %indices
  ret void
}
define internal void @wraps(ptr %from, ptr %to, i32 %index) {
  %one = add i32 %index, 1
  %from0 = getelementptr float, ptr %from, i32 %index
  %from1 = getelementptr float, ptr %from, i32 %one
  %to0 = getelementptr float, ptr %to, i32 %index
  %to1 = getelementptr float, ptr %to, i32 %one
  %a = load float, ptr %from0
  store float %a, ptr %to0
  %b = load float, ptr %from1
  store float %b, ptr %to1
  ret void
}
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
