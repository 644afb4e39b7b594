; SPDX-License-Identifier: Apache-2.0
; Coarsened blocks have one shared memory and one context: a block that uses more of them than its index
; runs alone.
;
; RUN: --from coarsen-blocks --block 128 --changes

; CHECK: ; changed: none
; CHECK-NOT: .coarsened
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp) {
  %params = load ptr, ptr %block, align 8, !invariant.load !0, !noundef !0
  %inat = getelementptr i8, ptr %params, i64 8
  %in = load ptr, ptr %inat, align 8, !invariant.load !0
  %countat = getelementptr i8, ptr %params, i64 16
  %count = load ptr, ptr %countat, align 8, !invariant.load !0
  %outat = getelementptr i8, ptr %params, i64 24
  %out = load ptr, ptr %outat, align 8, !invariant.load !0
  %x.address = getelementptr inbounds i8, ptr %block, i64 40
  %x = load i32, ptr %x.address, align 4, !invariant.load !0, !noundef !0
  %first = shl nuw nsw i32 %x, 2
  %i = add nuw nsw i32 %first, %warp
  %i64 = zext nneg i32 %i to i64
  %at = getelementptr i32, ptr %in, i64 %i64
  %number = load i32, ptr %at
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared = load ptr, ptr %where, !invariant.load !0
  store i32 %number, ptr %shared
  %old = atomicrmw add ptr %count, i32 %number monotonic
  %to = getelementptr i32, ptr %out, i64 %i64
  store i32 %old, ptr %to
  ret void
}
!0 = !{}
