; SPDX-License-Identifier: Apache-2.0
; Volatile accesses through a pointer without a space get the space of what it points at, and stay
; volatile.
;
;   volatile int* p = shared;  p[3] = p[index];
;
; RUN: --from promote-locals --stop-after optimise

; CHECK: [[AT:%.*]] = getelementptr {{.*}}ptr addrspace(3) @shared
; CHECK: [[V:%.*]] = load volatile i32, ptr addrspace(3) [[AT]]
; CHECK: store volatile i32 [[V]], ptr addrspace(3)
@shared = internal addrspace(3) global [64 x i32] poison
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %index = load i64, ptr %block
  %p = addrspacecast ptr addrspace(3) @shared to ptr
  %from = getelementptr i32, ptr %p, i64 %index
  %v = load volatile i32, ptr %from
  %to = getelementptr i32, ptr %p, i64 3
  store volatile i32 %v, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none) nounwind willreturn speculatable
