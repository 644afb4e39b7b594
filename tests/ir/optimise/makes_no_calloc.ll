; SPDX-License-Identifier: Apache-2.0
; malloc and stores of zero stay: CUDA has no calloc.
;
;   struct Node { int *a, *b; };
;   new Node()
;
; RUN: --from promote-locals --stop-after optimise --block 256

; CHECK-LABEL: define {{.*}}@kernel
; CHECK: call {{.*}}ptr @malloc(
; CHECK-NEXT: call void @llvm.memset
; CHECK-NOT: call {{.*}}calloc
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %node = call noalias dereferenceable_or_null(24) ptr @malloc(i64 24)
  call void @llvm.memset.p0.i64(ptr %node, i8 0, i64 24, i1 false)
  store ptr %node, ptr %params
  ret void
}
declare ptr @heddle.block()
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{}
