; SPDX-License-Identifier: Apache-2.0
; Shared memory is near, and a step of one line the CPU follows by itself: neither is asked for ahead,
; however long the loop.
;
;   for (i = 0; i < n; i += 32) atomicAdd(&shared[in[i + lane]], 1);  for (..; i += 1024) .. shared[i + lane]
;
; RUN: --from combine-accesses --stop-after prefetch-strides --block 32 --isa avx512 --changes

; CHECK-NOT: prefetch-strides
; CHECK: define internal void @heddle_kernel_block(
; CHECK: @llvm.sideeffect
; CHECK: @llvm.sideeffect
; CHECK-NOT: @llvm.prefetch
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %where = getelementptr inbounds i8, ptr %block, i64 8
  %shared0 = load ptr, ptr %where, !invariant.load !0
  %shared = addrspacecast ptr %shared0 to ptr addrspace(3)
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %outp = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %outp, !invariant.load !0
  %np = getelementptr i8, ptr %params, i64 16
  %n = load i64, ptr %np, !invariant.load !0
  %stepp = getelementptr i8, ptr %params, i64 24
  %step = load i64, ptr %stepp, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %lane64 = zext nneg i32 %lane to i64
  %mine = getelementptr i32, ptr %in, i64 %lane64
  br label %long
long:
  %i = phi i64 [ 0, %entry ], [ %i1, %long ]
  %at = getelementptr i32, ptr %mine, i64 %i
  %bin = load i32, ptr %at
  %bin64 = sext i32 %bin to i64
  %cell = getelementptr i32, ptr addrspace(3) %shared, i64 %bin64
  %unused = atomicrmw add ptr addrspace(3) %cell, i32 1 monotonic
  %i1 = add nuw nsw i64 %i, 32
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %long, label %between
between:
  store volatile i32 0, ptr %out
  br label %short
short:
  %j = phi i64 [ 0, %between ], [ %j1, %short ]
  %sum = phi i32 [ 0, %between ], [ %sum1, %short ]
  %below = getelementptr i32, ptr addrspace(3) %shared, i64 %lane64
  %there = getelementptr i32, ptr addrspace(3) %below, i64 %j
  %value = load i32, ptr addrspace(3) %there
  %value64 = sext i32 %value to i64
  %cell2 = getelementptr i32, ptr addrspace(3) %shared, i64 %value64
  %unused2 = atomicrmw add ptr addrspace(3) %cell2, i32 2 monotonic
  %sum1 = add i32 %sum, %value
  %j1 = add nuw nsw i64 %j, 1024
  %again = icmp ult i64 %j1, %n
  br i1 %again, label %short, label %done
done:
  %to = getelementptr i32, ptr %out, i64 %lane64
  store i32 %sum1, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
