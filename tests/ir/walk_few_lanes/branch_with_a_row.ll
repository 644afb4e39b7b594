; SPDX-License-Identifier: Apache-2.0
; A branch that lanes take by what they loaded asks how many do, before they walk rows of their own: few run
; the code of one thread, one after the other; and when few are left in the loop, they go on so.
;
;   if (flag[i]) { s = 0; for (k = first[i]; k < end; ++k) s += x[column[k]]; out[i] = s; }
;
; RUN: --from walk-few-lanes --isa avx2 --stop-after widen --changes

; CHECK: ; changed: {{.*}}walk-few-lanes:2
; CHECK-LABEL: define internal void @kernel.warp(
; CHECK: call i32 @llvm.ctpop.i32(
; CHECK: icmp ule i32 {{.*}}, [[N:[0-9]+]]
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK: call i32 @llvm.ctpop.i32(
; CHECK: walk:
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: call {{.*}} @kernel.lane
; CHECK: walk
; CHECK: call {{.*}} @kernel.lane
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %first = load ptr, ptr %block, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %first, i64 %i
  %length = load i32, ptr %place
  %taken = icmp sgt i32 %length, 0
  br i1 %taken, label %begin, label %end
begin:
  %at = getelementptr i32, ptr %block, i64 %i
  %row = load i32, ptr %at
  br label %loop
loop:
  %k = phi i32 [ %row, %begin ], [ %next, %loop ]
  %s = phi i32 [ 0, %begin ], [ %sum, %loop ]
  %k64 = sext i32 %k to i64
  %p = getelementptr i32, ptr %first, i64 %k64
  %column = load i32, ptr %p
  %c64 = sext i32 %column to i64
  %q = getelementptr i32, ptr %block, i64 %c64
  %x = load i32, ptr %q
  %sum = add i32 %s, %x
  %next = add i32 %k, 1
  %more = icmp slt i32 %next, %length
  br i1 %more, label %loop, label %done
done:
  %total = phi i32 [ %sum, %loop ]
  store i32 %total, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
