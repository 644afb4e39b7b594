; SPDX-License-Identifier: Apache-2.0
; A sum that goes round a loop with barriers has one place in the warp's frame: the next sum goes where the
; last one was, which nobody needs any more. A product that is still needed when the next one is there has two.
;
;   for (k = 0; k < n; ++k) {
;     __syncthreads(); sum += in[t]; next = product * in[t]; in[t] = product; __syncthreads(); product = next;
;   }
;
; RUN: --from combine-accesses --stop-after split-at-barriers --isa avx512

; CHECK-LABEL: define internal i32 @kernel.full.warp.step(
; CHECK: [[PRODUCT:%[0-9]+]] = phi <32 x i32> [ splat (i32 1),
; CHECK: [[SUM:%[0-9]+]] = phi <32 x i32> [ zeroinitializer,
; CHECK-DAG: [[AT_SUM:%[0-9]+]] = getelementptr inbounds i8, ptr %1, i64 [[SUM_PLACE:[0-9]+]]
; CHECK-DAG: store <32 x i32> [[SUM]], ptr [[AT_SUM]], align 64
; CHECK-DAG: [[AT_PRODUCT:%[0-9]+]] = getelementptr inbounds i8, ptr %1, i64 [[PRODUCT_PLACE:[0-9]+]]
; CHECK-DAG: store <32 x i32> [[PRODUCT]], ptr [[AT_PRODUCT]], align 64
; CHECK: ret i32 1
; CHECK: [[NEXT_SUM:%[0-9]+]] = add <32 x i32>
; CHECK: getelementptr inbounds i8, ptr %1, i64 [[SUM_PLACE]]
; CHECK-NEXT: store <32 x i32> [[NEXT_SUM]],
; CHECK: [[NEXT:%[0-9]+]] = mul <32 x i32>
; CHECK-NOT: getelementptr inbounds i8, ptr %1, i64 [[PRODUCT_PLACE]]
; CHECK: store <32 x i32> [[NEXT]],
; CHECK: ret i32 2
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %p = getelementptr i32, ptr %block, i32 %lane
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %product = phi i32 [ 1, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %v = load i32, ptr %p
  %sum1 = add i32 %sum, %v
  %next = mul i32 %product, %v
  store i32 %product, ptr %p
  %s = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %both = xor i32 %sum1, %next
  store i32 %both, ptr %p
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
