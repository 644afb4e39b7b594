; SPDX-License-Identifier: Apache-2.0
; What all lanes divide by is inverted once.
;
;   out[lane] = in[lane] / *common
;
; RUN: --from widen

; CHECK: [[SAFE:%.*]] = select i1 {{%.*}}, i32 1, i32 [[D:%.*]]
; CHECK: [[Y:%.*]] = uitofp i32 [[SAFE]] to double
; CHECK: [[ONE:%.*]] = fdiv double 1.000000e+00, [[Y]]
; CHECK: [[INVERSE:%.*]] = fmul double [[ONE]], 0x3FF0000000000002
; CHECK-NOT: fdiv
; CHECK: fmul <32 x double>
; CHECK-NOT: fdiv
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
  store i32 %q, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
