; SPDX-License-Identifier: Apache-2.0
; Where no schedule asks for it, single threads run on over all accesses.
;
; RUN: --from switch-at-accesses --single-threads

; CHECK-LABEL: define internal void @kernel()
; CHECK-NOT: heddle.switch
define internal void @kernel() {
  %block = call ptr @heddle.block()
  %place = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %place
  store i32 1, ptr %shared
  ret void
}
declare ptr @heddle.block()
