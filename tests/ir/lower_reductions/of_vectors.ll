; SPDX-License-Identifier: Apache-2.0
; Reductions of a thread's own vector, which clang makes of neighbouring statements, become operations
; on its elements.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define i32 @kernel(
; CHECK: extractelement <2 x i32> %v, i64 0
; CHECK: extractelement <2 x i32> %v, i64 1
; CHECK: xor i32
; CHECK: call i32 @llvm.umax.i32(
; CHECK: fadd float %start,
; CHECK-NOT: vector.reduce
; CHECK: ret i32
define i32 @kernel(<2 x i32> %v, <2 x float> %f, float %start) {
  %a = call i32 @llvm.vector.reduce.xor.v2i32(<2 x i32> %v)
  %b = call i32 @llvm.vector.reduce.umax.v2i32(<2 x i32> %v)
  %c = call float @llvm.vector.reduce.fadd.v2f32(float %start, <2 x float> %f)
  %d = fptosi float %c to i32
  %e = add i32 %a, %b
  %r = add i32 %e, %d
  ret i32 %r
}
