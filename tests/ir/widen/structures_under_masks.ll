; SPDX-License-Identifier: Apache-2.0
; Structures side by side, of which some lanes load and store theirs. Where all lie in a page of an active
; lane they are loaded whole; where all lanes store, they are stored whole, and else as vectors under masks
; that have a bit for each member. What lies further apart than a page, what LLVM knows the end of and
; volatile ones go the way of lanes at unrelated places.
;
;   if (on) to[lane] = from[lane];      (float3)
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; CHECK-LABEL: define internal void @kernel.some.warp(
; CHECK: [[BEGIN:%.*]] = ptrtoint ptr {{%.*}} to i64
; CHECK: [[IN:%.*]] = and i64 [[BEGIN]], 4095
; CHECK: icmp ule i64 [[IN]], 3712
; CHECK: icmp ne i32 {{%.*}}, 0
; CHECK: straight:
; CHECK-COUNT-24: load <4 x float>
; CHECK: wrapped:
; CHECK: masked.gather
; CHECK: icmp eq i32 {{%.*}}, -1
; CHECK: straight{{.+}}:
; CHECK-COUNT-6: store <16 x float>
; CHECK: wrapped{{.+}}:
; CHECK-COUNT-6: masked.store.v16f32
; CHECK-NOT: masked.store
; CHECK: ret void
define void @kernel.some(i1 %on) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %from = getelementptr [3 x float], ptr %x, i32 %lane
  %three = load <3 x float>, ptr %from, align 4
  %y = getelementptr i8, ptr %x, i64 4096
  %to = getelementptr [3 x float], ptr %y, i32 %lane
  store <3 x float> %three, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define internal void @kernel.others.warp(
; CHECK-NOT: load {{(volatile )?<(96|4) x}}
; CHECK-NOT: {{store (volatile )?<(96|16) x|masked.store}}
; CHECK: ret void
define void @kernel.others(i1 %on) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %far = getelementptr [160 x i8], ptr %x, i32 %lane
  %a = load <3 x float>, ptr %far, align 4
  %of = getelementptr [3 x float], ptr @table, i32 %lane
  %b = load <3 x float>, ptr %of, align 4
  %near = getelementptr [3 x float], ptr %x, i32 %lane
  %c = load volatile <3 x float>, ptr %near, align 4
  %ab = fadd <3 x float> %a, %b
  %abc = fadd <3 x float> %ab, %c
  store volatile <3 x float> %abc, ptr %near, align 4
  ret void
}
@table = constant [96 x float] zeroinitializer
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
