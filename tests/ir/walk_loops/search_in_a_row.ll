; SPDX-License-Identifier: Apache-2.0
; Each lane looks for the end of its own row of bytes: all lanes that are there do so one after the other, and nothing is
; gathered.
;
;   k = 0; while (row[lane * 40 + k] != 0) ++k; length[lane] = k;
;
; RUN: --from walk-loops --isa avx2 --stop-after widen --changes

; CHECK: ; changed: {{.*}}walk-loops:1
; CHECK-LABEL: define internal void @kernel.warp(
; CHECK-NOT: gather
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: call i64 @kernel.lane
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %rows = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %start = mul i64 %i, 40
  %row = getelementptr i8, ptr %rows, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr %row, i64 %k
  %byte = load i8, ptr %p
  %next = add i64 %k, 1
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = phi i64 [ %k, %loop ]
  %short = trunc i64 %length to i32
  %place = getelementptr i32, ptr %block, i64 %i
  store i32 %short, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
