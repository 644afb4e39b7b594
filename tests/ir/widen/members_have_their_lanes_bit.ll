; SPDX-License-Identifier: Apache-2.0
; Structures that some lanes store side by side: under masks each word has the bit of its structure, and each vector
; its own place and words. Where structures do not fill vectors, each goes out alone; so do pointers.
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; CHECK-LABEL: define internal void @kernel.members.warp(
; CHECK: [[LANES:%.*]] = sext <32 x i1> {{%.*}} to <32 x i32>
; CHECK: [[FIRST:%.*]] = shufflevector <32 x i32> [[LANES]], <32 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1,
; CHECK: [[BITS:%.*]] = icmp slt <16 x i32> [[FIRST]], zeroinitializer
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> {{%.*}}, ptr align 4 {{%.*}}, <16 x i1> [[BITS]])
; CHECK: [[NEXT:%.*]] = shufflevector <32 x i32> [[LANES]], <32 x i32> poison, <16 x i32> <i32 5, i32 5, i32 6, i32 6, i32 6,
; CHECK: [[BITS:%.*]] = icmp slt <16 x i32> [[NEXT]], zeroinitializer
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr {{%.*}}, i64 64
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> {{%.*}}, ptr align 4 [[PLACE]], <16 x i1> [[BITS]])

; CHECK-LABEL: define internal void @kernel.bytes.warp(
; CHECK: store <96 x i8>
; CHECK-NOT: masked.store
; CHECK: cttz

; CHECK-LABEL: define internal void @kernel.large.warp(
; CHECK: call void @llvm.masked.store.v8i64.p0({{.*}} align 128
; CHECK: call void @llvm.masked.store.v8i64.p0({{.*}} align 64

; CHECK-LABEL: define internal void @kernel.pointers.warp(
; CHECK-NOT: store <64 x ptr>
; CHECK: ret void
define void @kernel.members(i1 %on, <3 x i32> %three) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %to = getelementptr [3 x i32], ptr %x, i32 %lane
  store <3 x i32> %three, ptr %to, align 4
  ret void
}
define void @kernel.bytes(i1 %on, <3 x i8> %three) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %to = getelementptr [3 x i8], ptr %x, i32 %lane
  store <3 x i8> %three, ptr %to, align 1
  ret void
}
define void @kernel.large(i1 %on, <16 x i64> %many) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %to = getelementptr <16 x i64>, ptr %x, i32 %lane
  store <16 x i64> %many, ptr %to, align 128
  ret void
}
define void @kernel.pointers(i1 %on, <2 x ptr> %two) {
entry:
  call void @heddle.mask(i1 %on)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %x = load ptr, ptr %block, !invariant.load !0
  %to = getelementptr <2 x ptr>, ptr %x, i32 %lane
  store <2 x ptr> %two, ptr %to, align 16
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
!0 = !{}
