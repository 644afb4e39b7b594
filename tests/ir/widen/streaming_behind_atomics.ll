; SPDX-License-Identifier: Apache-2.0
; A kernel that orders memory by itself: what it stores behind the last of that goes past the caches
; where the launch fills more than they hold, as the sums of a scan that has looked back. Of two ways
; one counts. What comes in front of an atomic operation, or of a barrier, behind which another warp
; may have one, is stored to as usual.
;
;   y[lane] = 1; if (x[0] < 5) { barrier; y[lane] = 7; y[lane + 32] = 7 } else y[lane] = 8
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK: load atomic i32
; CHECK: store <32 x i32> splat (i32 1), ptr {{.*}}, align 4{{$}}
; CHECK: call void @heddle.suspend(
; CHECK: ret void
; CHECK: store <32 x i32> splat (i32 8), ptr {{.*}}, align 64, !nontemporal
; CHECK: store <32 x i32> splat (i32 8), ptr {{.*}}, align 4{{$}}
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 64, !nontemporal
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 4{{$}}
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 64, !nontemporal
; CHECK: store <32 x i32> splat (i32 7), ptr {{.*}}, align 4{{$}}
; CHECK-NOT: nontemporal !
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %second = getelementptr i8, ptr %block, i64 8
  %x = load ptr, ptr %block, !invariant.load !0
  %y = load ptr, ptr %second, !invariant.load !0
  %py = getelementptr i32, ptr %y, i32 %lane
  %v = load atomic i32, ptr %x monotonic, align 4
  store i32 1, ptr %py
  %less = icmp slt i32 %v, 5
  br i1 %less, label %then, label %else
then:
  call void @heddle.mask(i1 true)
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  store i32 7, ptr %py
  %pz = getelementptr i8, ptr %py, i64 128
  store i32 7, ptr %pz
  br label %end
else:
  call void @heddle.mask(i1 true)
  store i32 8, ptr %py
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1)
declare void @heddle.mask(i1)
!0 = !{}
