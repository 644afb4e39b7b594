; SPDX-License-Identifier: Apache-2.0
; Scopes that the headers say beside C++'s atomic operations, and those of inline PTX. An operation
; without one has the device's; an address of two scopes the system's.
;
; RUN: --from link-modules --stop-after wrap-kernel

; CHECK-NOT: heddle.scope
; CHECK: atomicrmw add ptr %p, i32 1 syncscope("device") monotonic
; CHECK: atomicrmw add ptr %p, i32 2 syncscope("block") monotonic
; CHECK: atomicrmw add ptr %p, i32 3 monotonic
; CHECK: store atomic i32 4, ptr %{{.*}} syncscope("cluster") release
; CHECK: select
; CHECK: atomicrmw add ptr %{{.*}}, i32 5 monotonic
; CHECK: fence syncscope("block") seq_cst
; CHECK: fence acq_rel
; CHECK: atomicrmw add ptr {{.*}} syncscope("block") monotonic
; CHECK: load atomic volatile i32, ptr {{.*}} syncscope("device") acquire
; CHECK: fence syncscope("cluster") acq_rel
; CHECK-NOT: heddle.fence
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %p, i1 %c) {
  %a = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %block = call ptr @heddle.scope(ptr %p, i32 2)
  %b = atomicrmw add ptr %block, i32 2 monotonic, align 4
  %system = call ptr @heddle.scope(ptr %p, i32 0)
  %d = atomicrmw add ptr %system, i32 3 monotonic, align 4
  %cluster = call ptr @heddle.scope(ptr %p, i32 5)
  %next = getelementptr i32, ptr %cluster, i64 1
  store atomic i32 4, ptr %next release, align 4
  %either = select i1 %c, ptr %block, ptr %cluster
  %e = atomicrmw add ptr %either, i32 5 monotonic, align 4
  call void @heddle.fence(i32 5, i32 2)
  call void @heddle.fence(i32 4, i32 0)
  call void @heddle.fence(i32 0, i32 0)
  %f = call i32 asm sideeffect "atom.cta.add.u32 $0, [$1], 6;", "=r,l,~{memory}"(ptr %p)
  %g = call i32 asm sideeffect "ld.acquire.gpu.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  call void asm sideeffect "fence.acq_rel.cluster;", "~{memory}"()
  ret void
}
declare ptr @heddle.scope(ptr, i32)
declare void @heddle.fence(i32, i32)
