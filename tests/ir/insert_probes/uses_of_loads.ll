; SPDX-License-Identifier: Apache-2.0
; Which bytes of a load decide something, and which store stores them as they are: the last words of
; a site before its key (decided, copy, copied_from).
;
; RUN: --from insert-probes --stop-after insert-probes --probes 1028
; CHECK: @heddle.sites = {{.*}} [9 x
; CHECK-SAME: i32 8, i32 255, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 240, i32 0, i32 0, i64
; CHECK-SAME: i32 16, i32 65535, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i64
; CHECK-SAME: i32 2, i32 1, i32 4, i32 15, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 4, i64
; CHECK-SAME: i32 1, i32 1, i32 4, i32 15, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64
; CHECK-SAME: i32 1, i32 1, i32 4, i32 15, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i64
; CHECK-SAME: i32 1, i32 1, i32 4, i32 15, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i64
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %x = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i64, ptr %x, i32 %lane
  %below = icmp slt i32 %lane, 7
  ; a result that is stored: four of eight bytes
  %a = load i64, ptr %at
  %a.high = lshr i64 %a, 32
  %a.int = trunc i64 %a.high to i32
  %a.sum = add i32 %a.int, 1
  store i32 %a.sum, ptr %at
  ; a copy of the second element
  %b = load <4 x float>, ptr %at
  %b.1 = extractelement <4 x float> %b, i32 1
  store float %b.1, ptr %at
  ; one side of a select
  %c = load i32, ptr %at
  %c.twice = mul i32 %c, 2
  %c.or = select i1 %below, i32 %c.twice, i32 0
  store i32 %c.or, ptr %at
  ; used only under a condition that it is not loaded under
  %e = load i32, ptr %at
  ; a branch on one byte
  %d = load i32, ptr %at
  %d.bits = and i32 %d, 65280
  %d.zero = icmp eq i32 %d.bits, 0
  br i1 %d.zero, label %then, label %end
then:
  %e.sum = add i32 %e, 1
  store i32 %e.sum, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
