; SPDX-License-Identifier: Apache-2.0
; A semaphore: who came too late gives back what it took, and tries again until somebody leaves.
;
;   while (atomicSub(places, 1) <= 0) atomicAdd(places, 1);
;   atomicAdd(places, 1);
;
; RUN: --from insert-yields

; CHECK: to be compiled again, thread by thread
define void @kernel() {
entry:
  %places = call ptr @heddle.block()
  br label %try
try:
  %had = atomicrmw sub ptr %places, i32 1 monotonic
  %late = icmp slt i32 %had, 1
  br i1 %late, label %back, label %in
back:
  %a = atomicrmw add ptr %places, i32 1 monotonic
  br label %try
in:
  %b = atomicrmw add ptr %places, i32 1 monotonic
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
