; SPDX-License-Identifier: Apache-2.0
; A loop that clears the lowest bit until none is left counts bits; so does one within a loop.
;
;   for (int k = 0; k < n; ++k) { for (v = x ^ k; v; v &= v - 1) ++sum; }
;
; RUN: --from count-bits --changes

; CHECK: ; changed: count-bits:1
; CHECK-LABEL: define i32 @kernel(
; CHECK: call {{.*}}i64 @llvm.ctpop.i64(i64 %v0)
; CHECK-NOT: and i64
; CHECK: ret i32
define i32 @kernel(i64 %x, i64 %n) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %outer.latch ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %outer.latch ]
  %v0 = xor i64 %x, %k
  %none = icmp eq i64 %v0, 0
  br i1 %none, label %outer.latch, label %bits.entry
bits.entry:
  br label %bits
bits:
  %v = phi i64 [ %v0, %bits.entry ], [ %v.next, %bits ]
  %count = phi i32 [ %sum, %bits.entry ], [ %count.next, %bits ]
  %less = add i64 %v, -1
  %v.next = and i64 %v, %less
  %count.next = add i32 %count, 1
  %done = icmp eq i64 %v.next, 0
  br i1 %done, label %bits.exit, label %bits
bits.exit:
  br label %outer.latch
outer.latch:
  %sum.next = phi i32 [ %sum, %outer ], [ %count.next, %bits.exit ]
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret i32 %sum.next
}
