; SPDX-License-Identifier: Apache-2.0
; What looks for NaN behind a conversion counts as no instruction: a GPU's conversion does so itself; so does a
; fence for the compiler alone (asm volatile("" ::: "memory")). The block has a load, a store, a conversion and an exit.
;
; RUN: --from insert-counters --stop-after insert-counters --probes 134217728

; CHECK: @heddle.counted = constant [3 x
; CHECK-SAME: [28 x i16] [i16 0, {{(i16 0, )*}}i16 1, i16 1, i16 1, {{(i16 0, )*}}i16 1, {{(i16 0, )*}}i16 0], [9 x i16] zeroinitializer, i32 0, ptr null }
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %v = load double, ptr %data
  %c = call i32 @llvm.fptosi.sat.i32.f64(double %v)
  %n = fcmp uno double %v, 0.0
  %r = select i1 %n, i32 -2147483648, i32 %c
  fence syncscope("singlethread") seq_cst
  store i32 %r, ptr %data
  ret void
}
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare ptr @heddle.block()
!0 = !{}
