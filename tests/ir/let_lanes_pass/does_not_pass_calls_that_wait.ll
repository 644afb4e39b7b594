; SPDX-License-Identifier: Apache-2.0
; Between the lock and the end stands a call of a function that calls one in which lanes meet: a part of them would.
;
; RUN: --from insert-yields --stop-after thread-by-thread

; CHECK: compiled again, thread by thread
; CHECK-NOT: lanes.again
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
  call void @outer(i32 %old)
  ret void
}
define internal void @outer(i32 %n) noinline {
  %few = icmp slt i32 %n, 2
  br i1 %few, label %end, label %more
more:
  call void @inner()
  br label %end
end:
  ret void
}
define internal void @inner() noinline {
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}
declare ptr @heddle.block()
declare void @llvm.nvvm.bar.warp.sync(i32)
