; SPDX-License-Identifier: Apache-2.0
; A loop that waits for a clock counts as one round, where it begins: its block has no words of its own, and the
; longest wait of the lanes is added to a word. A loop that computes as long as the clock allows is counted as any.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728

; CHECK: define void @kernel()
; CHECK: entry:
; CHECK-NEXT: call void @heddle.count.block(i32 36,
; CHECK: call void @heddle.count.wait(i32 {{[0-9]+}}, i64 %n, i32 0)
; CHECK: wait:
; CHECK-NOT: heddle.count
; CHECK: works.begin:
; CHECK-NOT: heddle.count.wait
; CHECK: work:
; CHECK: call void @heddle.count.block
; CHECK: ret void
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %n = load i64, ptr %params, !invariant.load !0
  %start = call i64 @llvm.readcyclecounter()
  br label %wait
wait:
  %now = call i64 @llvm.readcyclecounter()
  %gone = sub i64 %now, %start
  %more = icmp ult i64 %gone, %n
  br i1 %more, label %wait, label %works.begin
works.begin:
  br label %work
work:
  %v = load float, ptr %data
  %w = fadd float %v, 1.0
  store float %w, ptr %data
  %then = call i64 @llvm.readcyclecounter()
  %since = sub i64 %then, %start
  %again = icmp ult i64 %since, %n
  br i1 %again, label %work, label %end
end:
  ret void
}
declare i64 @llvm.readcyclecounter()
declare ptr @heddle.block()
!0 = !{}
