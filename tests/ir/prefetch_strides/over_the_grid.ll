; SPDX-License-Identifier: Apache-2.0
; A long loop over device memory in steps as wide as the grid asks for what it will load some
; iterations later. A short one does not need to: the CPU runs ahead that far by itself.
;
;   for (i = 0; i < n; i += step) atomicAdd(&shared[in[i + lane]], 1);
;   for (i = 0; i < n; i += step) sum += in[i + lane];
;
; RUN: --from combine-accesses --stop-after lanes-in-memory --block 32 --isa avx512

; CHECK-LABEL: define internal void @heddle_kernel_block(
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; CHECK: load <32 x i32>
; CHECK: @llvm.sideeffect
; CHECK: load <32 x i32>
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
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %long, label %short
short:
  %j = phi i64 [ 0, %long ], [ %j1, %short ]
  %sum = phi i32 [ 0, %long ], [ %sum1, %short ]
  %there = getelementptr i32, ptr %mine, i64 %j
  %value = load i32, ptr %there
  %sum1 = add i32 %sum, %value
  %j1 = add nuw nsw i64 %j, %step
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
