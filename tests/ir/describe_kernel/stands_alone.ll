; SPDX-License-Identifier: Apache-2.0
; A kernel whose loops read memory for what they compute, not for how long they run, ends whatever
; other threads do, barriers of the block aside:
;
;   for (k = 0; k < n; ++k) { sum += x[k]; __syncthreads(); if (k % 2) sum *= 3; }
;   n = x[0] before the loop.
;
; RUN: --from insert-yields-anywhere --stop-after describe-kernel --single-threads

; waits: 0, stands_alone: 1
; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %next ]
  %at = getelementptr i32, ptr %block, i32 %k
  %x = load i32, ptr %at
  %sum1 = add i32 %sum, %x
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %odd = trunc i32 %k to i1
  br i1 %odd, label %more, label %next
more:
  %triple = mul i32 %sum1, 3
  br label %next
next:
  %sum2 = phi i32 [ %sum1, %loop ], [ %triple, %more ]
  store i32 %sum2, ptr %at
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
