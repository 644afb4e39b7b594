; SPDX-License-Identifier: Apache-2.0
; Shared variables are offsets into the block's shared memory, device variables come from a table.
;
; RUN: --from place-symbols --stop-after place-clusters

; CHECK-LABEL: define void @kernel()
; CHECK: [[TABLE:%.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 16
; CHECK: %symbols = load ptr, ptr [[TABLE]]
; CHECK: [[FIRST:%.*]] = getelementptr inbounds ptr, ptr %symbols, i64 0
; CHECK: %total = load ptr, ptr [[FIRST]]
; CHECK: %count = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 64
; CHECK: %tile = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
@tile = internal addrspace(3) global [16 x float] undef, align 4
@count = internal addrspace(3) global i32 undef, align 4
@total = addrspace(1) externally_initialized global i32 0, align 4
define void @kernel() {
  %v = load i32, ptr addrspacecast (ptr addrspace(3) @count to ptr)
  store i32 %v, ptr addrspacecast (ptr addrspace(1) @total to ptr)
  store float 1.0, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  ret void
}
