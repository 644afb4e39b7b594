; SPDX-License-Identifier: Apache-2.0
; Lanes of which four neighbours have one piece of memory (ldmatrix) load eight pieces of 16 bytes
; where all of them take part, and else word by word; so do stores.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK-COUNT-8: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-COUNT-8: store <4 x i32> %{{.*}}, align 4
; CHECK-NOT: load <4 x i32>
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %from = getelementptr ptr, ptr %block, i32 %lane
  %p = load ptr, ptr %from
  %v = load i32, ptr %p, align 4, !heddle.neighbours !0
  store i32 %v, ptr %p, align 4, !heddle.neighbours !0
  %some = icmp ult i32 %v, 7
  call void @heddle.mask(i1 %some)
  %w = load i32, ptr %p, align 4, !heddle.neighbours !0
  call void @heddle.mask(i1 true)
  %to = getelementptr i32, ptr %block, i32 %lane
  store i32 %w, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
!0 = !{}
