; SPDX-License-Identifier: Apache-2.0
; Two functions that call each other until memory lets them end are a loop, too.
;
; RUN: --from insert-yields-anywhere --stop-after describe-kernel --single-threads

; stands_alone: 0
; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry, i32 0, i32 0, i32 0, i32 0, i32 {{[01]}}, i32 0, i32
define internal void @kernel() {
  %block = call ptr @heddle.block()
  call void @even(ptr %block)
  ret void
}
define internal void @even(ptr %flag) {
  %x = load volatile i32, ptr %flag
  %set = icmp ne i32 %x, 0
  br i1 %set, label %end, label %again
again:
  call void @odd(ptr %flag)
  br label %end
end:
  ret void
}
define internal void @odd(ptr %flag) {
  call void @even(ptr %flag)
  ret void
}
declare ptr @heddle.block()
