; SPDX-License-Identifier: Apache-2.0
; Two lookups of any kind of texture are inlined: code for many objects is long, calls take longer.
;
; RUN: --from inline-functions

; CHECK-LABEL: define internal void @kernel()
; CHECK-NOT: call i32
; CHECK: ret void
; CHECK-NOT: any_tex

define void @kernel() {
  %block = call ptr @heddle.block()
  %h = load i64, ptr %block
  %a = call i32 @__heddle_tex1D_f1(i64 %h, float 0.0)
  %b = call i32 @__heddle_tex1D_f1(i64 %h, float 1.0)
  %ab = add i32 %a, %b
  store i32 %ab, ptr %block
  ret void
}
define internal i32 @__heddle_tex1D_f1(i64 %h, float %x) {
  %r = call i32 @__heddle_any_tex1D_f1(i64 %h, float %x)
  ret i32 %r
}
define internal i32 @__heddle_any_tex1D_f1(i64 %h, float %x) {
  %p = inttoptr i64 %h to ptr
  %r = load i32, ptr %p
  ret i32 %r
}
declare ptr @heddle.block()
