; SPDX-License-Identifier: Apache-2.0
; Where a tool follows undefined values, both stay.
;
; RUN: --from forget-undefined --stop-after forget-undefined --probes 32768

; CHECK: [[UNSET:%.*]] = call i32 @heddle.undefined.variable.i32.v(i32 1)
; CHECK-NEXT: store i32 [[UNSET]], ptr %y
; CHECK: call i64 @heddle.hidden(i64 16)
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
