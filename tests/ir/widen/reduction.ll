; SPDX-License-Identifier: Apache-2.0
; A reduction over the lanes that a uniform mask names is one of LLVM's and gives one scalar; where
; lanes name masks of their own, each of these masks is one round of a loop; where those are known,
; all masks are reduced at once.
;
;   q = __reduce_add_sync(15 << lane / 4 * 4, v);
;   if (v < 5) { n = __reduce_add_sync(mask, v);  w = __reduce_max_sync(v, v); }
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[V:%.*]] = load <32 x i32>
; CHECK: [[NEXT:%.*]] = shufflevector <32 x i32> [[V]], <32 x i32> zeroinitializer, <32 x i32> <i32 1, i32 2, i32 3, i32 32, i32 5,
; CHECK: [[TWO:%.*]] = add <32 x i32> [[V]], [[NEXT]]
; CHECK: [[THIRD:%.*]] = shufflevector <32 x i32> [[TWO]], <32 x i32> zeroinitializer, <32 x i32> <i32 2, i32 3, i32 32, i32 32, i32 6,
; CHECK: [[FOUR:%.*]] = add <32 x i32> [[TWO]], [[THIRD]]
; CHECK: shufflevector <32 x i32> [[FOUR]], <32 x i32> poison, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4,
; CHECK: [[LESS:%.*]] = icmp ult <32 x i32> [[V]]
; CHECK: [[EXEC:%.*]] = bitcast <32 x i1> [[LESS]] to i32
; CHECK: [[GROUP:%.*]] = and i32 [[EXEC]], %
; CHECK: [[LANES:%.*]] = bitcast i32 [[GROUP]] to <32 x i1>
; CHECK: [[PART:%.*]] = select <32 x i1> [[LANES]], <32 x i32> [[V]], <32 x i32> zeroinitializer
; CHECK: [[SUM:%.*]] = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> [[PART]])
; CHECK: groups:
; CHECK: call i32 @llvm.vector.reduce.umax.v32i32(
; CHECK: br i1 {{.*}}, label %groups, label %groups.done{{$}}
; CHECK: store i32 [[SUM]], ptr
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %mask = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %first = and i32 %lane, 28
  %quad = shl i32 15, %first
  %q = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 %quad)
  store i32 %q, ptr %at
  %less = icmp ult i32 %v, 5
  br label %inside
inside:
  call void @heddle.mask(i1 %less)
  %n = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 %mask)
  %w = call i32 @llvm.nvvm.redux.sync.umax(i32 %v, i32 %v)
  store i32 %w, ptr %at
  store i32 %n, ptr %block
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umax(i32, i32)
