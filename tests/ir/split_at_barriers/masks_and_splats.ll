; SPDX-License-Identifier: Apache-2.0
; What a warp keeps while it waits: a mask as bytes where the CPU has no registers for single bits, which
; it would take apart one by one, else as bits; of a vector that holds one number, the number.
;
;   n = in[0]; c = in[t] > n; k = __syncthreads_count(c); if (c) in[t] = n + k; in[t + 32] = in[t] * n
;
; RUN: --from combine-accesses --stop-after split-at-barriers --isa avx2 | BYTES
; RUN: --from combine-accesses --stop-after split-at-barriers --isa avx512 | BITS

; BYTES: [[BYTES:%.*]] = sext <32 x i1> %{{.*}} to <32 x i8>
; BYTES: store <32 x i8> [[BYTES]]
; BYTES: resume:
; BYTES-NOT: load <32 x i32>, ptr %frame
; BYTES: [[KEPT:%.*]] = load <32 x i8>
; BYTES: icmp slt <32 x i8> [[KEPT]], zeroinitializer
; BITS: store <32 x i1>
; BITS: resume:
; BITS-NOT: load <32 x i32>, ptr %frame
; BITS: load <32 x i1>
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  %lane = call i32 @heddle.lane()
  %p = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %p
  %big = icmp sgt i32 %v, %n
  %r = call i32 @heddle.barrier(i32 0, i32 0, i32 1, i1 %big)
  %sum = add i32 %n, %r
  br i1 %big, label %work, label %end
work:
  store i32 %sum, ptr %p
  br label %end
end:
  %w = load i32, ptr %p
  %product = mul i32 %w, %n
  %q = getelementptr i32, ptr %p, i64 32
  store i32 %product, ptr %q
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @heddle.barrier(i32, i32, i32, i1) convergent
