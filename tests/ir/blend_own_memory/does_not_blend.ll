; SPDX-License-Identifier: Apache-2.0
; Stores stay masked that go to global memory, or to what may be global; to a variable at a distance that is not one of
; whole rows, or that is smaller than a row; to addresses lane by lane; under a known mask; in code of one lane. Loads
; of words stay, which the CPU has. @control is blended.
;
; RUN: --from blend-own-memory --stop-after blend-own-memory --isa avx2 --changes

; CHECK: ; changed: blend-own-memory:1
; CHECK-LABEL: define void @global(
; CHECK: call void @llvm.masked.store.v32f32.p0(
; CHECK-LABEL: define void @either(
; CHECK: call void @llvm.masked.store.v32f32.p0(
; CHECK-LABEL: define void @part_of_a_row(
; CHECK-COUNT-2: call void @llvm.masked.store.v32f32.p0(
; CHECK-LABEL: define void @by_lane(
; CHECK: call void @llvm.masked.scatter.v32f32.v32p0(
; CHECK-LABEL: define void @known(
; CHECK: call void @llvm.masked.store.v4f32.p0(
; CHECK-LABEL: define <32 x float> @words(
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(
; CHECK-LABEL: define void @one_lane(
; CHECK: call void @llvm.masked.store.v32f32.p0(
; CHECK-LABEL: define void @control(
; CHECK-NOT: call {{.*}}@llvm.masked
define void @global(ptr %block, ptr %context, <32 x i1> %mask, <32 x float> %v) {
  %params = load ptr, ptr %block, align 8
  %x = load ptr, ptr %params, align 8
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %x, <32 x i1> %mask)
  ret void
}
define void @either(ptr %block, ptr %context, i1 %c, <32 x i1> %mask, <32 x float> %v) {
  %params = load ptr, ptr %block, align 8
  %x = load ptr, ptr %params, align 8
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  %chosen = select i1 %c, ptr %x, ptr %shared
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %chosen, <32 x i1> %mask)
  ret void
}
define void @part_of_a_row(ptr %block, ptr %context, i64 %k, <32 x i1> %mask, <32 x float> %v) {
  %own = alloca [512 x i8], align 64
  %half = alloca [64 x i8], align 64
  %distance = shl i64 %k, 6
  %row = getelementptr i8, ptr %own, i64 %distance
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %row, <32 x i1> %mask)
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %half, <32 x i1> %mask)
  call void @use(ptr %own)
  call void @use(ptr %half)
  ret void
}
define void @by_lane(ptr %block, ptr %context, <32 x i64> %i, <32 x i1> %mask, <32 x float> %v) {
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  %places = getelementptr float, ptr %shared, <32 x i64> %i
  call void @llvm.masked.scatter.v32f32.v32p0(<32 x float> %v, <32 x ptr> align 4 %places, <32 x i1> %mask)
  ret void
}
define void @known(ptr %block, ptr %context, <4 x float> %v) {
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr align 4 %shared, <4 x i1> <i1 true, i1 true, i1 false, i1 true>)
  ret void
}
define <32 x float> @words(ptr %block, ptr %context, <32 x i1> %mask) {
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  %v = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %shared, <32 x i1> %mask, <32 x float> zeroinitializer)
  ret <32 x float> %v
}
define void @one_lane(ptr %block, ptr %context, <32 x i1> %mask, <32 x float> %v) "heddle-of-one-lane" {
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %shared, <32 x i1> %mask)
  ret void
}
define void @control(ptr %block, ptr %context, <32 x i1> %mask, <32 x float> %v) {
  %shared.at = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %shared.at, align 8
  call void @llvm.masked.store.v32f32.p0(<32 x float> %v, ptr align 4 %shared, <32 x i1> %mask)
  ret void
}
declare void @use(ptr)
