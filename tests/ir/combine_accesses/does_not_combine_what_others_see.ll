; SPDX-License-Identifier: Apache-2.0
; Neighbouring accesses stay apart if they are volatile or atomic, if something that may write there
; stands between them, or a barrier. @control shows that they would be combined otherwise.
;
; RUN: --from combine-accesses --changes

; CHECK: ; changed: combine-accesses:1
; CHECK-LABEL: define void @control(
; CHECK: load <2 x i32>
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: <2 x i32>
; CHECK: ret void
define void @control(ptr align 8 %p, ptr %out) {
  %p1 = getelementptr i32, ptr %p, i64 1
  %a = load i32, ptr %p, align 8
  %b = load i32, ptr %p1
  %s = add i32 %a, %b
  store i32 %s, ptr %out
  ret void
}
define void @kernel(ptr align 8 %p, ptr align 8 %q, ptr %out) {
  %p1 = getelementptr i32, ptr %p, i64 1
  %q1 = getelementptr i32, ptr %q, i64 1
  %v0 = load volatile i32, ptr %p, align 8
  %v1 = load volatile i32, ptr %p1
  %a0 = load atomic i32, ptr %p monotonic, align 8
  %a1 = load atomic i32, ptr %p1 monotonic, align 4
  ; q may point into p.
  %s0 = load i32, ptr %p, align 8
  store i32 %v0, ptr %q, align 8
  %s1 = load i32, ptr %p1
  store volatile i32 %v1, ptr %q1
  %b0 = load i32, ptr %p, align 8
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %b1 = load i32, ptr %p1
  store volatile i32 %a0, ptr %q, align 8
  store volatile i32 %a1, ptr %q1
  ; p may point into q.
  store i32 %s0, ptr %q, align 8
  %between = load i32, ptr %p
  store i32 %s1, ptr %q1
  %t0 = add i32 %b0, %b1
  %t1 = add i32 %t0, %between
  store i32 %t1, ptr %out
  ret void
}
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
