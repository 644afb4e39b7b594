; SPDX-License-Identifier: Apache-2.0
; Functions behind pointers count in words of their own, behind those of the kernel that calls them.
; The engine says which is the first. Where the launch has none, they count in memory that nobody
; reads.
;
; RUN: --from link-modules --stop-after insert-counters --functions --probes 134217728
; RUN: --from link-modules --stop-after widen --functions --probes 134217728 | WIDE

; CHECK-DAG: @heddle.no.counters = internal global [{{[0-9]+}} x i64] zeroinitializer
; CHECK-DAG: @heddle.first.word = internal global i64 -1
; CHECK-DAG: @heddle.counted = constant {{.*}}ptr @heddle.first.word
; CHECK: define {{.*}} @twice(
; CHECK: call void @heddle.count.block(i32 36, i32 0)
; CHECK: call void @heddle.count.access(

; WIDE-LABEL: @twice(
; WIDE: %counters = load ptr
; WIDE: icmp eq ptr %counters, null
; WIDE: %first.word = load i64, ptr @heddle.first.word
; WIDE: %function.words = load i64
; WIDE: icmp ult i64 %first.word, %function.words
; WIDE: select i1 {{.*}}@heddle.no.counters
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @twice]
define i32 @twice(ptr %at) {
  %x = load i32, ptr %at
  %y = mul i32 %x, 7
  ret i32 %y
}
