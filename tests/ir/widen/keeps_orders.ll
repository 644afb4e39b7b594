; SPDX-License-Identifier: Apache-2.0
; One number at one place is an atomic access of its order and scope. Lanes at several places are
; relaxed accesses between fences; those side by side a volatile vector, others one by one. Numbers
; of 16 bytes come one by one: vectors of them tear. A fence orders memory for other threads of the
; host, unless its scope is a block.
;
; RUN: --from widen
; RUN: --from widen --isa avx2
; RUN: --from widen --isa baseline

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: store atomic i32 1, ptr {{.*}} seq_cst, align 4
; CHECK: load atomic i32, ptr {{.*}} syncscope("device") acquire, align 4
; CHECK: load atomic volatile i64, ptr {{.*}} monotonic, align 8
; CHECK: store atomic i32 {{.*}} syncscope("block") release, align 4
; CHECK: store atomic i128 {{.*}} monotonic, align 16
; CHECK: load atomic i128, ptr {{.*}} acquire, align 16

; CHECK: fence release
; CHECK-NEXT: store volatile <32 x i32> splat (i32 2)
; CHECK-NEXT: fence seq_cst
; CHECK: load volatile <32 x i32>
; CHECK-NEXT: fence acquire
; CHECK: fence syncscope("singlethread") release
; CHECK-NEXT: store volatile <32 x i32> splat (i32 3)
; CHECK-NOT: fence

; CHECK: lanes:
; CHECK: load atomic i32, ptr {{.*}} syncscope("device") monotonic, align 4
; CHECK: lanes.done:
; CHECK: fence acquire
; CHECK: lanes{{.*}}:
; CHECK: store atomic i128 {{.*}} monotonic, align 16
; CHECK: lanes.done{{.*}}:
; CHECK-NEXT: fence seq_cst

; CHECK: atomicrmw add ptr {{.*}} syncscope("device") monotonic, align 4
; CHECK: cmpxchg ptr {{.*}} syncscope("cluster") acq_rel acquire, align 4
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: fence seq_cst
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  store atomic i32 1, ptr %block seq_cst, align 4
  %a = load atomic i32, ptr %block syncscope("device") acquire, align 4
  %b = load atomic volatile i64, ptr %block monotonic, align 8
  store atomic i32 %a, ptr %block syncscope("block") release, align 4
  store atomic i128 5, ptr %block monotonic, align 16
  %c = load atomic i128, ptr %block acquire, align 16

  %p = getelementptr i32, ptr %block, i32 %lane
  store atomic i32 2, ptr %p seq_cst, align 4
  %d = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 3, ptr %p syncscope("block") release, align 4

  %q = getelementptr i32, ptr %block, i32 %d
  %e = load atomic i32, ptr %q syncscope("device") acquire, align 4
  %w = getelementptr i128, ptr %block, i32 %lane
  store atomic i128 %c, ptr %w seq_cst, align 16

  %f = atomicrmw add ptr %q, i32 %e syncscope("device") monotonic, align 4
  %g = cmpxchg ptr %q, i32 %f, i32 1 syncscope("cluster") acq_rel acquire, align 4
  fence syncscope("block") seq_cst
  fence syncscope("device") seq_cst
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
