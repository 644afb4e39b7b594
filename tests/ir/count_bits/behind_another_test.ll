; SPDX-License-Identifier: Apache-2.0
; Nothing says that the number is not 0, which takes one round all the same; the count goes by three.
;
; RUN: --from count-bits --changes

; CHECK: ; changed: count-bits:1
; CHECK-LABEL: define i32 @kernel(
; CHECK: [[BITS:%.*]] = call {{.*}}i64 @llvm.ctpop.i64(i64 %v0)
; CHECK: call {{.*}}i64 @llvm.umax.i64(i64 [[BITS]], i64 1)
; CHECK-NOT: and i64
; CHECK: mul {{.*}}, 3
; CHECK: ret i32
define i32 @kernel(i64 %x, i64 %y) {
entry:
  %same = icmp eq i64 %x, %y
  br i1 %same, label %exit, label %first
first:
  %v0 = add i64 %x, 7
  br label %bits
bits:
  %v = phi i64 [ %v0, %first ], [ %v.next, %bits ]
  %count = phi i32 [ 0, %first ], [ %count.next, %bits ]
  %less = add i64 %v, -1
  %v.next = and i64 %less, %v
  %count.next = add i32 %count, 3
  %done = icmp eq i64 %v.next, 0
  br i1 %done, label %exit, label %bits
exit:
  %result = phi i32 [ 0, %entry ], [ %count.next, %bits ]
  ret i32 %result
}
