; SPDX-License-Identifier: Apache-2.0
; A function behind a pointer takes its variable from the table of its own program where the kernel
; that calls it is of another one.
;
; RUN: --from link-modules --stop-after find-own-symbols --functions

; CHECK: @heddle_function_symbols = weak global [64 x ptr] zeroinitializer
; CHECK-LABEL: define {{.*}}@tell(
; CHECK: %[[TABLE:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %[[KNOWN:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %[[DEVICE:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %[[SLOT:.*]] = getelementptr inbounds [64 x ptr], ptr @heddle_function_symbols, i64 0, i64 %[[DEVICE]]
; CHECK: %[[OWN:.*]] = load ptr, ptr %[[SLOT]], align 8, !invariant.load
; CHECK: %[[IS:.*]] = icmp eq ptr %[[KNOWN]], @heddle_function_symbols
; CHECK: %[[CHOSEN:.*]] = select i1 %[[IS]], ptr %[[TABLE]], ptr %[[OWN]]
; CHECK: getelementptr inbounds ptr, ptr %[[CHOSEN]], i64 -3
target triple = "nvptx64-nvidia-cuda"
@variable = addrspace(1) externally_initialized global i32 0
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @tell]
define i32 @tell(i32 %x) {
  %v = load i32, ptr addrspace(1) @variable
  %r = mul i32 %x, %v
  ret i32 %r
}
