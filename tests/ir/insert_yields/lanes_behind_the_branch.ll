; SPDX-License-Identifier: Apache-2.0
; A lane writes behind the place where the branch of the one that waits has ended: in step it never
; comes there.
;
;   if (t == 0) while (*flag == 0) {}
;   if (t == 7) *flag = 5;
;
; RUN: --from canonicalise-loops --stop-after insert-yields

; CHECK: to be compiled again, thread by thread
define void @kernel() {
entry:
  %flag = call ptr @heddle.block()
  %t = call i32 @heddle.lane()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %before, label %meet
before:
  br label %wait
wait:
  %seen = load volatile i32, ptr %flag
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %meet
meet:
  %other = icmp eq i32 %t, 7
  br i1 %other, label %write, label %end
write:
  store volatile i32 5, ptr %flag
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
