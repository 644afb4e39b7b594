; SPDX-License-Identifier: Apache-2.0
; What a loop's end is computed from is a constant on each way, but memory decides on the way:
;
;   do { done = 0; if (x[0]) done = 1; } while (!done);
;
; RUN: --from insert-yields-anywhere --stop-after describe-kernel --single-threads

; stands_alone: 0
; CHECK: @heddle_kernel_code = constant {{.*}} { i32 {{[0-9]+}}, i32 3, ptr @heddle_kernel_entry, i32 0, i32 0, i32 0, i32 0, i32 {{[01]}}, i32 0, i32
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  br label %loop
loop:
  %x = load i32, ptr %block
  %set = icmp ne i32 %x, 0
  br i1 %set, label %yes, label %next
yes:
  br label %next
next:
  %done = phi i1 [ false, %loop ], [ true, %yes ]
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare ptr @heddle.block()
