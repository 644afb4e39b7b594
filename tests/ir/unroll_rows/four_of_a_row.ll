; SPDX-License-Identifier: Apache-2.0
; Each thread sums a row of its own: four elements a round, which become one access, and what is left.
;
;   for (j = 0; j < k; ++j) sum += p[lane * k + j]
;
; RUN: --from unroll-rows --stop-after combine-accesses --block 32 --isa avx2
; RUN: --from unroll-rows --stop-after widen --block 32 --isa avx2 | WIDE
; RUN: --from unroll-rows --stop-after unroll-rows --block 32 --isa baseline --changes | BASELINE

; BASELINE: ; changed: none
; CHECK-LABEL: define internal void @kernel(
; CHECK: load <4 x float>
; CHECK: fadd
; CHECK: fadd
; CHECK: fadd
; CHECK: fadd
; CHECK: load float
; CHECK: fadd

; WIDE-LABEL: define internal void @kernel.full.warp(
; WIDE-COUNT-32: load <4 x float>
; WIDE-NOT: load <4 x float>
; WIDE: call <32 x float> @llvm.masked.gather.v32f32.v32p0(
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
  %some = icmp sgt i64 %k, 0
  br i1 %some, label %loop, label %end
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr %row, i64 %j
  %value = load float, ptr %at
  %more = fadd float %sum, %value
  %next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %next, %k
  br i1 %again, label %loop, label %end
end:
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %to = getelementptr float, ptr %out, i64 %lane64
  store float %total, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
