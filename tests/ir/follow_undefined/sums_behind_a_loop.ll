; SPDX-License-Identifier: Apache-2.0
; What is used behind a loop leaves it through a phi, as the program's own values do.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK: loop:
; CHECK: [[SOME:%.*]] = icmp ne i32
; CHECK: behind:
; CHECK: phi i1 [ [[SOME]], %loop ]
; CHECK: call void @heddle.probe.use(
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %data, i32 %i
  %v = load float, ptr %at
  %twice = fadd float %v, %v
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 10
  br i1 %more, label %loop, label %behind
behind:
  %result = phi float [ %twice, %loop ]
  store float %result, ptr %data
  ret void
}
declare ptr @heddle.block()
!0 = !{}
