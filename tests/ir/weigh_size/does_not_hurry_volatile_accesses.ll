; SPDX-License-Identifier: Apache-2.0
; A kernel with volatile accesses stays warps, whatever its size.
;
; RUN: --from weigh-size --budget 0.0003

; CHECK-NOT: to be compiled again
; CHECK: define internal void @kernel()
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %x = load volatile i32, ptr %block
  %y = mul i32 %x, %x
  store i32 %y, ptr %block
  ret void
}
declare ptr @heddle.block()
