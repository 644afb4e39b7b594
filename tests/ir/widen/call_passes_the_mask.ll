; SPDX-License-Identifier: Apache-2.0
; A call that stays is one call for all lanes, which is told which of them are meant.
;
;   if (in[lane] > 5) out[lane] = f(in[lane])
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[BIG:%.*]] = icmp ugt <32 x i32> [[V:%.*]], splat (i32 5)
; CHECK: work:
; CHECK: [[R:%.*]] = call <32 x i32> @f.warp(ptr %0, ptr %1, i32 %2, <32 x i1> [[BIG]], <32 x i32> [[V]])
; CHECK: call void @llvm.masked.store.v32i32.p0(<32 x i32> [[R]], {{.*}}, <32 x i1> [[BIG]])
; CHECK: define internal <32 x i32> @f.warp(ptr %0, ptr %1, i32 %2, <32 x i1> %3, <32 x i32> %4)
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %big = icmp ugt i32 %v, 5
  %any = call i1 @heddle.any(i1 %big)
  br i1 %any, label %work, label %end
work:
  call void @heddle.mask(i1 %big)
  %r = call i32 @f(i32 %v)
  store i32 %r, ptr %at
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
define internal i32 @f(i32 %x) {
  %m = call i1 @heddle.entry.mask()
  call void @heddle.mask(i1 %m)
  %r = mul i32 %x, 3
  ret i32 %r
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i1 @heddle.any(i1)
declare void @heddle.mask(i1)
declare i1 @heddle.entry.mask()
