; SPDX-License-Identifier: Apache-2.0
; In a plain run a variable that nobody has set is what LLVM likes, and a hidden offset a plain one.
;
; RUN: --from forget-undefined --stop-after forget-undefined

; CHECK: store i32 undef, ptr %y
; CHECK: getelementptr i8, ptr %y, i64 16
define void @kernel(ptr %y) {
  %unset = call i32 @heddle.undefined.variable.i32.v(i32 1)
  store i32 %unset, ptr %y
  %offset = call i64 @heddle.hidden(i64 16)
  %behind = getelementptr i8, ptr %y, i64 %offset
  store i32 1, ptr %behind
  ret void
}
declare i32 @heddle.undefined.variable.i32.v(i32)
declare i64 @heddle.hidden(i64)
