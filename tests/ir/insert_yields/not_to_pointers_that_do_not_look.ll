; SPDX-License-Identifier: Apache-2.0
; A loop that ends by what a function behind a pointer says waits for nobody, where none of those that pointers may
; lead to looks at what others write.
;
;   while (!table[which](flag)) {}
;
; RUN: --stop-after insert-yields

; CHECK: define {{.*}}void @kernel
; CHECK: call i1 %{{.*}}(ptr
; CHECK-NOT: heddle.yield
target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @look]

define ptx_kernel void @kernel(ptr %flag, i32 %which) {
entry:
  %slot = getelementptr [1 x ptr], ptr addrspacecast (ptr addrspace(1) @table to ptr), i32 0, i32 %which
  %f = load ptr, ptr %slot
  br label %asks
asks:
  %there = call i1 %f(ptr %flag)
  br i1 %there, label %end, label %asks
end:
  ret void
}
define internal i1 @look(ptr %flag) {
  %value = load i32, ptr %flag
  %set = icmp ne i32 %value, 0
  ret i1 %set
}
