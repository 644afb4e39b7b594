; SPDX-License-Identifier: Apache-2.0
; Functions without warp operations have one form. The word in front of it says so, beside the mark of all functions.
;
; RUN: --from link-modules --stop-after describe-kernel --functions

; CHECK: define {{.*}}<32 x i32> @twice(ptr {{.*}}) {{.*}}prefix i64 5216413453744340992
; CHECK-NOT: .form
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @twice]
define i32 @twice(i32 %x) {
  %r = mul i32 %x, 2
  ret i32 %r
}
