; SPDX-License-Identifier: Apache-2.0
; Calls are inlined into the kernel; what calls itself stays a function.
;
; RUN: --from inline-functions

; CHECK-LABEL: define internal void @kernel()
; CHECK-NOT: call i32 @twice
; CHECK: call i32 @gauss(i32 42)
; CHECK-NOT: @twice
; CHECK: define internal i32 @gauss(i32 %x)
define void @kernel() {
  %block = call ptr @heddle.block()
  %a = call i32 @twice(i32 21)
  %b = call i32 @gauss(i32 %a)
  store i32 %b, ptr %block
  ret void
}
define internal i32 @twice(i32 %x) {
  %r = mul i32 %x, 2
  ret i32 %r
}
define internal i32 @gauss(i32 %x) {
  %stop = icmp eq i32 %x, 0
  br i1 %stop, label %end, label %more
more:
  %less = sub i32 %x, 1
  %rest = call i32 @gauss(i32 %less)
  %sum = add i32 %rest, %x
  ret i32 %sum
end:
  ret i32 0
}
declare ptr @heddle.block()
