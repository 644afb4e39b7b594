; SPDX-License-Identifier: Apache-2.0
; Divisions and functions have rows of their own, whose last number says which (probes/functions.h): 10 a division
; of double, 11 a root of double, 17 a division of integers; a texture lookup (19) stays one call until it is
; counted. The first row is all else of the place.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728
; RUN: --from insert-counters --stop-after inline-counted-functions --probes 134217728 | INLINED

; CHECK: @heddle.counted = constant [7 x
; CHECK-SAME: [9 x i16] zeroinitializer, i32 0, ptr null }
; CHECK-SAME: [9 x i16] zeroinitializer, i32 10, ptr null }
; CHECK-SAME: [9 x i16] zeroinitializer, i32 11, ptr null }
; CHECK-SAME: [9 x i16] zeroinitializer, i32 17, ptr null }
; CHECK-SAME: [9 x i16] zeroinitializer, i32 19, ptr null }
; CHECK: call i32 @__heddle_tex2D_i1(

; INLINED-NOT: __heddle_tex2D
; INLINED: load i32, ptr %{{.*}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %v = load double, ptr %data
  %q = fdiv double 1.0, %v
  %r = call double @llvm.sqrt.f64(double %q)
  %n = fptosi double %r to i32
  %d = sdiv i32 1000, %n
  %t = call i32 @__heddle_tex2D_i1(i64 4096, float 1.0, float 2.0)
  %s = add i32 %d, %t
  store i32 %s, ptr %data
  ret void
}
define internal i32 @__heddle_tex2D_i1(i64 %texture, float %x, float %y) {
  %described = inttoptr i64 %texture to ptr
  %texels = load ptr, ptr %described
  %texel = load i32, ptr %texels
  ret i32 %texel
}
declare double @llvm.sqrt.f64(double)
declare ptr @heddle.block()
!0 = !{}
