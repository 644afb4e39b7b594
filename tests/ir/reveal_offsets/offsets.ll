; SPDX-License-Identifier: Apache-2.0
; What the front end has hidden from LLVM shows when everything is optimised.
;
; RUN: --from reveal-offsets --stop-after reveal-offsets --probes 4

; CHECK: getelementptr i8, ptr %y, i64 16
; CHECK-NOT: heddle.hidden(i64 16)
define void @kernel(ptr %y) {
  %offset = call i64 @heddle.hidden(i64 16)
  %behind = getelementptr i8, ptr %y, i64 %offset
  store i32 1, ptr %behind
  ret void
}
declare i64 @heddle.hidden(i64)
