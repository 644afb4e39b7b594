; SPDX-License-Identifier: Apache-2.0
; A conversion that saturates converts what fits and selects the rest; not lane by lane.
;
; RUN: --from expand-conversions

; The last float below 2^31 is not the highest integer: what is too large is selected.
; CHECK-LABEL: @to_int(
; CHECK: [[A:%.*]] = fcmp ogt <32 x float> %x, splat (float 0xC1E0000000000000)
; CHECK: [[M:%.*]] = select <32 x i1> [[A]], <32 x float> %x, <32 x float> splat (float 0xC1E0000000000000)
; CHECK: [[B:%.*]] = fcmp olt <32 x float> [[M]], splat (float 0x41DFFFFFE0000000)
; CHECK: [[I:%.*]] = select <32 x i1> [[B]], <32 x float> [[M]], <32 x float> splat (float 0x41DFFFFFE0000000)
; CHECK: [[P:%.*]] = fptosi <32 x float> [[I]] to <32 x i32>
; CHECK: [[H:%.*]] = fcmp oge <32 x float> %x, splat (float 0x41E0000000000000)
; CHECK: [[S:%.*]] = select <32 x i1> [[H]], <32 x i32> splat (i32 2147483647), <32 x i32> [[P]]
; CHECK: [[N:%.*]] = fcmp uno <32 x float> %x, %x
; CHECK: [[R:%.*]] = select <32 x i1> [[N]], <32 x i32> zeroinitializer, <32 x i32> [[S]]
; CHECK: ret <32 x i32> [[R]]
define <32 x i32> @to_int(<32 x float> %x) {
  %r = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  ret <32 x i32> %r
}

; The last double below 2^32 is, and what is no number became 0 with what is negative.
; CHECK-LABEL: @to_unsigned(
; CHECK: fcmp ogt <32 x double> %x, zeroinitializer
; CHECK: fcmp olt <32 x double>
; CHECK: [[R:%.*]] = fptoui <32 x double> {{%.*}} to <32 x i32>
; CHECK-NEXT: ret <32 x i32> [[R]]
define <32 x i32> @to_unsigned(<32 x double> %x) {
  %r = call <32 x i32> @llvm.fptoui.sat.v32i32.v32f64(<32 x double> %x)
  ret <32 x i32> %r
}

; One number is LLVM's.
; CHECK-LABEL: @one(
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(
define i32 @one(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}
