; SPDX-License-Identifier: Apache-2.0
; A place in the own block's shared memory keeps its distance from where that begins; of a pointer
; that may lead into any block, the rank is taken off first. A rank that is not there leads nowhere.
;
;   cluster.map_shared_rank(&tile[i], rank), cluster.map_shared_rank(somewhere, rank)
;
; RUN: --from place-symbols --stop-after place-clusters

; CHECK-LABEL: define void @own(
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %place to i64
; CHECK: %shared{{.*}} = load ptr
; CHECK: [[OFFSET:%.*]] = sub i64 [[ADDRESS]], %{{.*}}
; CHECK-NOT: lshr
; CHECK: [[THERE:%.*]] = icmp ult i32 %rank, %cluster_size
; CHECK: [[BASE:%.*]] = select i1 [[THERE]], ptr %{{.*}}, ptr %nowhere
; CHECK: [[CAST:%.*]] = addrspacecast ptr [[BASE]] to ptr addrspace(7)
; CHECK: getelementptr i8, ptr addrspace(7) [[CAST]], i64 [[OFFSET]]
; CHECK-LABEL: define void @other(
; CHECK: lshr i64
; CHECK: shl i64
@tile = internal addrspace(3) global [16 x float] undef, align 4
define void @kernel() {
  call void @own(i64 1, i32 2)
  ret void
}
define void @own(i64 %i, i32 %rank) {
  %at = getelementptr float, ptr addrspace(3) @tile, i64 %i
  %place = addrspacecast ptr addrspace(3) %at to ptr
  %there = call ptr addrspace(7) @heddle.map.shared(ptr %place, i32 %rank)
  store float 1.0, ptr addrspace(7) %there
  ret void
}
define void @other(ptr %place, i32 %rank) {
  %there = call ptr addrspace(7) @heddle.map.shared(ptr %place, i32 %rank)
  store float 1.0, ptr addrspace(7) %there
  ret void
}
declare ptr addrspace(7) @heddle.map.shared(ptr, i32)
