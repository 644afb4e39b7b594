; SPDX-License-Identifier: Apache-2.0
; Loops stay where lanes lie side by side, all at one place, or two elements apart; where an element is
; skipped; where the loop has an access that others see; and where nobody knows how often it runs.
;
; RUN: --from unroll-rows --stop-after unroll-rows --block 32 --isa avx2 --changes

; CHECK: ; changed: none
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %p = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %second, !invariant.load !0
  %third = getelementptr i8, ptr %params, i64 16
  %k = load i64, ptr %third, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %begin = mul nsw i64 %lane64, %k
  %row = getelementptr float, ptr %p, i64 %begin
  %beside = getelementptr float, ptr %p, i64 %lane64
  %pairs = getelementptr double, ptr %p, i64 %lane64
  br label %near
near:
  %j = phi i64 [ 0, %entry ], [ %next, %near ]
  %sum = phi float [ 0.0, %entry ], [ %sum3, %near ]
  %beside.at = getelementptr float, ptr %beside, i64 %j
  %a = load float, ptr %beside.at
  %one.at = getelementptr float, ptr %p, i64 %j
  %b = load float, ptr %one.at
  %pairs.at = getelementptr float, ptr %pairs, i64 %j
  %c = load float, ptr %pairs.at
  %twice = mul i64 %j, 2
  %skips.at = getelementptr float, ptr %row, i64 %twice
  %d = load float, ptr %skips.at
  %sum1 = fadd float %sum, %a
  %sum2 = fadd float %b, %c
  %sum12 = fadd float %sum1, %sum2
  %sum3 = fadd float %sum12, %d
  %next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %next, %k
  br i1 %again, label %near, label %before
before:
  br label %seen
seen:
  %i = phi i64 [ 0, %before ], [ %i.next, %seen ]
  %at = getelementptr float, ptr %row, i64 %i
  %e = load float, ptr %at
  %to = getelementptr float, ptr %out, i64 %lane64
  store volatile float %e, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %k
  br i1 %more, label %seen, label %between
between:
  br label %search
search:
  %s = phi i64 [ 0, %between ], [ %s.next, %search ]
  %s.at = getelementptr float, ptr %row, i64 %s
  %f = load float, ptr %s.at
  %s.next = add nuw nsw i64 %s, 1
  %found = fcmp oeq float %f, 0.0
  br i1 %found, label %end, label %search
end:
  %where = getelementptr i64, ptr %out, i64 %lane64
  store i64 %s, ptr %where
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
