; SPDX-License-Identifier: Apache-2.0
; A loop with three entries gets one. Both edges of %c's branch lead to entries; the values that they
; carry must all arrive: LLVM's FixIrreducible alone loses those of the edge that it leaves.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define void @kernel()
; CHECK: a:
; CHECK: %xa = phi i32 [ %ma, %b.a_crit_edge ], [ [[XA:%.*]], %irr.guard2 ]
; CHECK: b:
; CHECK: %ma = add i32 [[XB:%.*]], 200
; CHECK: irr.guard:
; CHECK: phi i32 [ [[MA:%.*]], %b.c_crit_edge ], [ %xc.moved.ph, %irr.guard.preheader ]
; CHECK: irr.guard2.preheader:
; CHECK: [[XA]] = phi i32 [ %mc, %c.a_crit_edge ], [ poison, %c.b_crit_edge ]
; CHECK: [[XB2:%.*]] = phi i32 [ poison, %c.a_crit_edge ], [ %mc, %c.b_crit_edge ]
; CHECK: irr.guard2:
; CHECK: [[XB]] = phi i32 [ %sa, %a.b_crit_edge ], [ [[XB2]], %irr.guard2.preheader ]
; CHECK: br i1 {{.*}}, label %b, label %a{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %x = load i32, ptr %block
  %one = icmp eq i32 %x, 1
  br i1 %one, label %a, label %more
more:
  %two = icmp eq i32 %x, 2
  br i1 %two, label %b, label %c
a:
  %xa = phi i32 [ 10, %entry ], [ %ma, %b ], [ %mc, %c ]
  %sa = add i32 %xa, 100
  %oa = icmp ugt i32 %sa, 1000
  br i1 %oa, label %end, label %b
b:
  %xb = phi i32 [ 20, %more ], [ %sa, %a ], [ %mc, %c ]
  %ma = add i32 %xb, 200
  %ob = icmp ugt i32 %ma, 2000
  br i1 %ob, label %c, label %a
c:
  %xc = phi i32 [ 30, %more ], [ %ma, %b ]
  %mc = add i32 %xc, 300
  %oc = icmp ugt i32 %mc, 3000
  br i1 %oc, label %a, label %b
end:
  store i32 %sa, ptr %block
  ret void
}
declare ptr @heddle.block()
