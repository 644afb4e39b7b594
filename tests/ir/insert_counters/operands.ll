; SPDX-License-Identifier: Apache-2.0
; A word of constant memory at a place that is known when the program is compiled is an operand of a GPU's instructions (1073741824 in its row);
; at an index it is loaded.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728

; CHECK: @heddle.counted = constant [3 x
; CHECK-SAME: i32 1073741824, ptr null
; CHECK-NOT: i32 1073741824
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %symbols = load ptr, ptr %block, !invariant.load !0
  %table = load ptr, ptr %symbols, !invariant.load !0
  %constant = addrspacecast ptr %table to ptr addrspace(4)
  %fixed = getelementptr i8, ptr addrspace(4) %constant, i64 8
  %operand = load i32, ptr addrspace(4) %fixed
  %at = getelementptr i32, ptr addrspace(4) %constant, i32 %operand
  %loaded = load i32, ptr addrspace(4) %at
  ret void
}
declare ptr @heddle.block()
!0 = !{}
