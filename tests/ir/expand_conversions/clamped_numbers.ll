; SPDX-License-Identifier: Apache-2.0
; A clamp behind a conversion is one in front of it: floats in between are cut to integers in between. What is no number
; becomes zero, or what zero is clamped to. Where only bytes are made of it, it becomes bytes at once. Bounds that no
; float is, or that cross, stay behind; a clamp from one side leaves the other as it was.
;
; RUN: --from expand-conversions --stop-after expand-conversions

; CHECK-LABEL: define <32 x i8> @to_bytes(
; CHECK: fcmp ogt <32 x float> %x, splat (float -1.270000e+02)
; CHECK: fcmp olt <32 x float> {{.*}}, splat (float 1.270000e+02)
; CHECK: [[IN:%.*]] = select
; CHECK: [[ORDERED:%.*]] = fcmp ord <32 x float> %x, %x
; CHECK: [[NUMBER:%.*]] = select <32 x i1> [[ORDERED]], <32 x float> [[IN]], <32 x float> zeroinitializer
; CHECK: fptosi <32 x float> [[NUMBER]] to <32 x i8>
; CHECK-NOT: call
; CHECK: ret
define <32 x i8> @to_bytes(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %i, <32 x i32> splat (i32 -127))
  %b = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %a, <32 x i32> splat (i32 127))
  %r = trunc <32 x i32> %b to <32 x i8>
  ret <32 x i8> %r
}
; CHECK-LABEL: define <32 x i32> @positive(
; CHECK: fcmp ogt <32 x float> %x, splat (float 3.000000e+00)
; CHECK-NOT: fcmp ord
; CHECK: fptosi <32 x float> {{.*}} to <32 x i32>
; CHECK-NOT: call
define <32 x i32> @positive(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %i, <32 x i32> splat (i32 1000))
  %b = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %a, <32 x i32> splat (i32 3))
  ret <32 x i32> %b
}
; CHECK-LABEL: define <32 x i32> @negative(
; CHECK: fcmp ord <32 x float> %x, %x
; CHECK: splat (float -5.000000e+00)
define <32 x i32> @negative(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %i, <32 x i32> splat (i32 -5))
  %b = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %a, <32 x i32> splat (i32 -90))
  ret <32 x i32> %b
}
; CHECK-LABEL: define <32 x i32> @from_below(
; CHECK: fcmp oge <32 x float> %x, splat (float 0x41E0000000000000)
; CHECK: select <32 x i1> {{.*}}, <32 x i32> splat (i32 2147483647)
; CHECK-NOT: call
define <32 x i32> @from_below(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %i, <32 x i32> splat (i32 -7))
  ret <32 x i32> %a
}
; CHECK-LABEL: define <32 x i32> @no_float(
; CHECK: call <32 x i32> @llvm.smin.v32i32({{.*}}, <32 x i32> splat (i32 16777217))
define <32 x i32> @no_float(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %i, <32 x i32> splat (i32 16777217))
  ret <32 x i32> %a
}
; CHECK-LABEL: define <32 x i32> @used_otherwise(
; CHECK: call <32 x i32> @llvm.smin.v32i32(
define <32 x i32> @used_otherwise(<32 x float> %x, ptr %p) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  store <32 x i32> %i, ptr %p
  %a = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %i, <32 x i32> splat (i32 100))
  ret <32 x i32> %a
}
; CHECK-LABEL: define <32 x i32> @crosses(
; CHECK: call <32 x i32> @llvm.smax.v32i32(
define <32 x i32> @crosses(<32 x float> %x) {
  %i = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  %a = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %i, <32 x i32> splat (i32 3))
  %b = call <32 x i32> @llvm.smax.v32i32(<32 x i32> %a, <32 x i32> splat (i32 9))
  ret <32 x i32> %b
}
