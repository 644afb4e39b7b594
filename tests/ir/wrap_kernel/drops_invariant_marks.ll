; SPDX-License-Identifier: Apache-2.0
; A program's own !invariant.load holds where its guard does; ours says that the load may be made at any
; time (pseudo.h). The program's is dropped, parameters get ours.
;
;   if (c) v = __nvvm_ldg(p);
;
; RUN: --from link-modules --stop-after wrap-kernel

; CHECK: define internal void @kernel(ptr %p
; CHECK: load i32, ptr %p, align 4{{$}}
; CHECK: define internal void @kernel.body(
; CHECK: load ptr, ptr {{.*}} !invariant.load
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %p, ptr %out, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  %v = load i32, ptr %p, align 4, !invariant.load !0
  store i32 %v, ptr %out, align 4
  br label %no
no:
  ret void
}
!0 = !{}
