; SPDX-License-Identifier: Apache-2.0
; Conversions that the program promises to fit stay as they are, and so does a saturating one of a type
; that the CPU has no comparison of. Only @saturates is expanded.
;
; RUN: --from expand-conversions --changes

; CHECK: ; changed: expand-conversions:1
; CHECK-LABEL: define <32 x i32> @plain(
; CHECK-NEXT: %r = fptosi <32 x float> %x to <32 x i32>
; CHECK-NEXT: ret <32 x i32> %r
define <32 x i32> @plain(<32 x float> %x) {
  %r = fptosi <32 x float> %x to <32 x i32>
  ret <32 x i32> %r
}

; CHECK-LABEL: define <32 x i32> @quad(
; CHECK: call <32 x i32> @llvm.fptosi.sat.v32i32.v32f128(
define <32 x i32> @quad(<32 x fp128> %x) {
  %r = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f128(<32 x fp128> %x)
  ret <32 x i32> %r
}

; CHECK-LABEL: define <32 x i32> @saturates(
; CHECK-NOT: call
; CHECK: ret <32 x i32>
define <32 x i32> @saturates(<32 x float> %x) {
  %r = call <32 x i32> @llvm.fptosi.sat.v32i32.v32f32(<32 x float> %x)
  ret <32 x i32> %r
}
