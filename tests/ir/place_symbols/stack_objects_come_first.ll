; SPDX-License-Identifier: Apache-2.0
; A phi that has the address of an array from the entry block: it is made there, behind the stack
; objects, which other passes look for at the block's beginning.
;
; RUN: --from place-symbols --stop-after place-symbols

; CHECK-LABEL: define void @kernel
; CHECK-NEXT: entry:
; CHECK-NEXT: %own = alloca [4 x i32]
; CHECK: %tile = getelementptr inbounds i8, ptr addrspace(3)
; CHECK: [[TILE:%.*]] = addrspacecast ptr addrspace(3) %tile to ptr
; CHECK: phi ptr [ [[TILE]], %entry ], [ %own, %then ]
@tile = internal addrspace(3) global [16 x i32] undef, align 4
define void @kernel(i1 %c, ptr %out) {
entry:
  %own = alloca [4 x i32]
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %p = phi ptr [ addrspacecast (ptr addrspace(3) @tile to ptr), %entry ], [ %own, %then ]
  store ptr %p, ptr %out
  ret void
}
