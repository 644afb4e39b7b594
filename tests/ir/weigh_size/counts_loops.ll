; SPDX-License-Identifier: Apache-2.0
; Loops count beside instructions, by the blocks of their function: thirteen instructions and two loops
; in five blocks are 13 x 75 us and 2 x 5 x 1.5 us.
;
; RUN: --from weigh-size --budget 0.00098
; RUN: --from weigh-size --budget 0.001 | WITHIN

; CHECK: to be compiled again, thread by thread
; WITHIN-NOT: to be compiled again
; WITHIN: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i1, %first ]
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  %k = phi i32 [ %n, %between ], [ %k1, %second ]
  %k1 = lshr i32 %k, 1
  %d = icmp eq i32 %k1, 0
  br i1 %d, label %last, label %second
last:
  ret void
}
declare ptr @heddle.block()
