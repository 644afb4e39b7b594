; SPDX-License-Identifier: Apache-2.0
; What all lanes divide by is inverted once, and the remainder made of the quotient; by a power of two
; they shift and mask.
;
;   out[lane] = in[lane] / *common ^ in[lane] % *common
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[ONES:%.*]] = call i32 @llvm.ctpop.i32(i32 [[D:%.*]])
; CHECK: [[POWER:%.*]] = icmp eq i32 [[ONES]], 1
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[POWER]], i1 true)
; CHECK: br i1 [[ASK]], label %straight, label %wrapped{{(,|$)}}
; CHECK: straight:
; CHECK-NOT: mul
; CHECK: lshr <32 x i32>
; CHECK: and <32 x i32>
; CHECK-NOT: mul
; CHECK: wrapped:
; CHECK: [[SAFE:%.*]] = select i1 {{%.*}}, i32 1, i32 {{%.*}}
; CHECK: [[Y:%.*]] = uitofp i32 [[SAFE]] to double
; CHECK: [[ONE:%.*]] = fdiv double 1.000000e+00, [[Y]]
; CHECK: [[INVERSE:%.*]] = fmul double [[ONE]], 0x3FF0000000000002
; CHECK-NOT: fdiv
; CHECK: fmul <32 x double>
; CHECK: mul <32 x i32>
; CHECK-NOT: {{fdiv|fmul}}
; CHECK: phi <32 x i32>
; CHECK: phi <32 x i32>
; CHECK-NOT: {{div|mul}}
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %d = load i32, ptr %block
  %at = getelementptr i32, ptr %block, i32 %lane
  %x = load i32, ptr %at
  %q = udiv i32 %x, %d
  %r = urem i32 %x, %d
  %both = xor i32 %q, %r
  store i32 %both, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
