; SPDX-License-Identifier: Apache-2.0
; Three lookups of any kind of texture stay calls, whose object is one for all lanes; those in a
; function that nobody calls do not count.
;
; RUN: --from inline-functions

; CHECK-LABEL: define internal void @kernel()
; CHECK: call i32 @__heddle_any_tex1D_f1(i64 %h, float 0.0
; CHECK: call i32 @__heddle_any_tex1D_f1(i64 %h, float 1.0
; CHECK: call i32 @__heddle_any_tex1D_f1(i64 %h, float 2.0
; CHECK: define internal i32 @__heddle_any_tex1D_f1(i64 "heddle-uniform" %h, float %x)
define void @kernel() {
  %block = call ptr @heddle.block()
  %h = load i64, ptr %block
  %a = call i32 @__heddle_tex1D_f1(i64 %h, float 0.0)
  %b = call i32 @__heddle_tex1D_f1(i64 %h, float 1.0)
  %c = call i32 @__heddle_tex1D_f1(i64 %h, float 2.0)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr %block
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
