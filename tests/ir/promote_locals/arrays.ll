; SPDX-License-Identifier: Apache-2.0
; A small local array whose indices become constants when its loop is unrolled lives in registers.
;
; RUN: --from promote-locals --stop-after optimise

; CHECK-LABEL: define void @kernel()
; CHECK-NOT: alloca
; CHECK-NOT: br
; CHECK: %sum = add i32 %value.1, %value.3
; CHECK: ret void
define void @kernel() {
entry:
  %array = alloca [4 x i32]
  %block = call ptr @heddle.block()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %block, i64 %i
  %value = load i32, ptr %from
  %to = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 %value, ptr %to
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 4
  br i1 %done, label %end, label %loop
end:
  %p1 = getelementptr [4 x i32], ptr %array, i64 0, i64 1
  %p3 = getelementptr [4 x i32], ptr %array, i64 0, i64 3
  %one = load i32, ptr %p1
  %three = load i32, ptr %p3
  %sum = add i32 %one, %three
  %out = getelementptr i32, ptr %block, i64 9
  store i32 %sum, ptr %out
  ret void
}
declare ptr @heddle.block()
