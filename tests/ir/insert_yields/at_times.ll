; SPDX-License-Identifier: Apache-2.0
; Rounds that go on until what other threads write lets them end yield every so often: %rounds hangs on
; the states of the neighbours by control flow, through an inner loop that ends by itself and does not
; yield. So does a loop that counts its attempts at one place. Both stay in vector code: their lanes
; write within the loop.
;
;   do { missing = 0;
;        for (v = t; v < 1000; v += 32)
;          if (state[v] == 0) { if (state[v + 1] == 0) missing = 1; else state[v] = 1; }
;   } while (missing);
;   for (n = 0; n < 100 && *flag == 0; ++n) {}
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: rounds:
; CHECK: call void @heddle.progress()
; CHECK: nodes:
; CHECK-NOT: yield
; CHECK: round.done:
; CHECK: call void @heddle.yield.at.times()
; CHECK-NEXT: br i1 %again
; CHECK: attempts:
; CHECK: again2:
; CHECK: call void @heddle.yield.at.times()
; CHECK-NEXT: br i1
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %state = load ptr, ptr %params, !invariant.load !0
  br label %rounds
rounds:
  br label %nodes
nodes:
  %v = phi i32 [ %lane, %rounds ], [ %v1, %node.done ]
  %missing = phi i1 [ false, %rounds ], [ %missing1, %node.done ]
  %mine = getelementptr i8, ptr %state, i32 %v
  %s = load volatile i8, ptr %mine
  %open = icmp eq i8 %s, 0
  br i1 %open, label %look, label %node.done
look:
  %other = getelementptr i8, ptr %mine, i32 1
  %o = load volatile i8, ptr %other
  %wait = icmp eq i8 %o, 0
  br i1 %wait, label %node.done, label %decide
decide:
  store volatile i8 1, ptr %mine
  br label %node.done
node.done:
  %missing1 = phi i1 [ %missing, %nodes ], [ %missing, %decide ], [ true, %look ]
  %v1 = add i32 %v, 32
  %more = icmp ult i32 %v1, 1000
  br i1 %more, label %nodes, label %round.done
round.done:
  %again = phi i1 [ %missing1, %node.done ]
  br i1 %again, label %rounds, label %attempts.pre
attempts.pre:
  br label %attempts
attempts:
  %n = phi i32 [ 0, %attempts.pre ], [ %n1, %again2 ]
  %f = load volatile i8, ptr %state
  %set = icmp ne i8 %f, 0
  br i1 %set, label %end, label %again2
again2:
  %n1 = add i32 %n, 1
  %enough = icmp eq i32 %n1, 100
  br i1 %enough, label %end, label %attempts
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
