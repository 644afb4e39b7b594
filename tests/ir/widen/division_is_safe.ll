; SPDX-License-Identifier: Apache-2.0
; No division traps, and conversions saturate: NaN gives 0 from float to 32 bits, the sign bit from
; double, as on an H200.
;
; RUN: --from defer-additions --stop-after widen --isa avx512

; 64-bit numbers that all fit are divided in double, exactly.
; CHECK: [[BITS:%.*]] = call i64 @llvm.vector.reduce.or.v32i64(
; CHECK: [[SMALL:%.*]] = icmp ult i64 [[BITS]], 4503599627370496
; CHECK: [[ASK:%.*]] = call i1 @llvm.expect.i1(i1 [[SMALL]], i1 true)
; CHECK: br i1 [[ASK]], label %straight, label %wrapped{{(,|$)}}
; CHECK: straight:
; CHECK: fdiv <32 x double>
; CHECK: wrapped:
; CHECK: [[ZERO:%.*]] = icmp eq <32 x i64> [[D:%.*]], zeroinitializer
; CHECK: [[SAFE:%.*]] = select <32 x i1> [[ZERO]], <32 x i64> splat (i64 1), <32 x i64> [[D]]
; CHECK: [[Q:%.*]] = udiv <32 x i64> {{.*}}, [[SAFE]]
; CHECK: select <32 x i1> [[ZERO]], <32 x i64> splat (i64 -1), <32 x i64> [[Q]]
; CHECK: [[I:%.*]] = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f64(<32 x double> [[X:%.*]])
; CHECK: [[NAN:%.*]] = fcmp uno <32 x double> [[X]], [[X]]
; CHECK: select <32 x i1> [[NAN]], <32 x i32> splat (i32 -2147483648), <32 x i32> [[I]]
; CHECK: call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32
; CHECK-NOT: fcmp
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i64, ptr %block, i32 %lane
  %d = load i64, ptr %at
  %q = udiv i64 100, %d
  store i64 %q, ptr %at
  %x = load double, ptr %at
  %i = fptosi double %x to i32
  %at32 = getelementptr i32, ptr %block, i32 %lane
  store i32 %i, ptr %at32
  %f = load float, ptr %at32
  %j = fptosi float %f to i32
  store i32 %j, ptr %at32
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
