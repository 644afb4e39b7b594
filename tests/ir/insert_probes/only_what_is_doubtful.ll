; SPDX-License-Identifier: Apache-2.0
; A tool that doubts (events 4 and 65536) hears of accesses to a variable only where neither the
; range of threadIdx nor that of a counter proves them to be aligned and inside.
;
;   tile[lane];  tile[lane + 1];  tile[index];  the bytes behind tile[lane]'s first as one int
;
; RUN: --from note-variables --stop-after insert-probes --probes 65540
; RUN: --from note-variables --stop-after insert-probes --probes 4 | ALL

; CHECK-NOT: heddle.probe
; CHECK: %inside = load
; CHECK: call void @heddle.probe.access
; CHECK-NEXT: %beyond = load
; CHECK: call void @heddle.probe.access
; CHECK-NEXT: %anywhere = load
; CHECK: call void @heddle.probe.access
; CHECK-NEXT: %crooked = load

; ALL: call void @heddle.probe.access
; ALL-NEXT: %inside = load
@tile = internal addrspace(3) global [32 x i32] poison, align 4
define void @kernel() {
  %block = call ptr @heddle.block()
  %index = load i64, ptr %block
  %lane = call i32 @heddle.lane()
  %lane64 = zext i32 %lane to i64
  %p1 = getelementptr [32 x i32], ptr addrspace(3) @tile, i64 0, i64 %lane64
  %inside = load i32, ptr addrspace(3) %p1, align 4
  %next = add i64 %lane64, 1
  %p2 = getelementptr [32 x i32], ptr addrspace(3) @tile, i64 0, i64 %next
  %beyond = load i32, ptr addrspace(3) %p2, align 4
  %p3 = getelementptr [32 x i32], ptr addrspace(3) @tile, i64 0, i64 %index
  %anywhere = load i32, ptr addrspace(3) %p3, align 4
  %p4 = getelementptr i8, ptr addrspace(3) @tile, i64 %lane64
  %crooked = load i32, ptr addrspace(3) %p4, align 4
  %s1 = add i32 %inside, %beyond
  %s2 = add i32 %anywhere, %crooked
  %s3 = add i32 %s1, %s2
  store i32 %s3, ptr %block
  ret void
}
declare ptr @heddle.block()
declare range(i32 0, 32) i32 @heddle.lane()
