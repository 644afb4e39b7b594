; SPDX-License-Identifier: Apache-2.0
; With AVX2 doubles become unsigned words by their low bits, once 2^52 has been added to what is whole; with AVX-512 by
; its instruction. Floats, signed words and single numbers have one everywhere.
;
; RUN: --from expand-conversions --stop-after expand-conversions --isa avx2 --changes
; RUN: --from expand-conversions --stop-after expand-conversions --isa avx512 --changes | AVX512

; AVX512: ; changed: none
; CHECK: ; changed: expand-conversions:1
; CHECK: [[WHOLE:%.*]] = call <32 x double> @llvm.trunc.v32f64(<32 x double> %x)
; CHECK: [[SUM:%.*]] = fadd <32 x double> [[WHOLE]], splat (double 0x4330000000000000)
; CHECK: [[BITS:%.*]] = bitcast <32 x double> [[SUM]] to <32 x i64>
; CHECK: trunc <32 x i64> [[BITS]] to <32 x i32>
; CHECK: fptosi <32 x double>
; CHECK: fptoui <32 x float>
; CHECK: fptoui double
define i32 @kernel.full.warp(<32 x double> %x, <32 x float> %y, double %z, ptr %p) {
  %u = fptoui <32 x double> %x to <32 x i32>
  store <32 x i32> %u, ptr %p
  %s = fptosi <32 x double> %x to <32 x i32>
  store <32 x i32> %s, ptr %p
  %f = fptoui <32 x float> %y to <32 x i32>
  store <32 x i32> %f, ptr %p
  %one = fptoui double %z to i32
  ret i32 %one
}
