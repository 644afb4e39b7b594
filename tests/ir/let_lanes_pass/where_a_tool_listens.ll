; SPDX-License-Identifier: Apache-2.0
; A tool that hears of waits (event 262144) hears of them where a lane waits, once a round: not where the others, which
; have run on, let other warps run. In a plain run nothing is left of that.
;
;   while (atomicCAS(lock, 0, 1) != 0) {}
;   ...
;   atomicExch(lock, 0);
;
; RUN: --from insert-yields --stop-after insert-probes --probes 262144
; RUN: --from insert-yields --stop-after insert-probes | PLAIN

; CHECK-NOT: compiled again
; CHECK-LABEL: define void @kernel
; CHECK: cmpxchg
; CHECK: atomicrmw xchg
; CHECK-NOT: heddle.waits
; CHECK: call void @heddle.probe.operation(
; CHECK-NEXT: br label %lanes.meet{{$}}
; CHECK-NOT: call void @heddle.probe.operation(
; CHECK-LABEL: lanes.wait:
; CHECK: icmp eq i32
; CHECK-NEXT: br i1 {{.*}}, label %lanes.yield, label %lanes.again
; CHECK-LABEL: lanes.yield:
; CHECK-NEXT: call void @heddle.yield()
; CHECK-NOT: call void @heddle.probe.operation(

; PLAIN-NOT: call void @heddle.{{waits|probe}}
define void @kernel() {
entry:
  %lock = call ptr @heddle.block()
  br label %spin
spin:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %mine, label %spin
mine:
  %old = atomicrmw xchg ptr %lock, i32 0 monotonic
  ret void
}
declare ptr @heddle.block()
