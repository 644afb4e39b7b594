; SPDX-License-Identifier: Apache-2.0
; A search for the first element of a local array, which clang makes of four elements a round, becomes one for the first bit.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define i64 @kernel(
; CHECK: bitcast <4 x i1> %{{.*}} to i4
; CHECK: or i32 %{{.*}}, 16
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: bitcast <64 x i1> %{{.*}} to i64
; CHECK: call i128 @llvm.cttz.i128(
; CHECK-NOT: cttz.elts
; CHECK: ret i64
define i64 @kernel(<4 x i1> %few, <64 x i8> %many) {
  %a = call i64 @llvm.experimental.cttz.elts.i64.v4i1(<4 x i1> %few, i1 false)
  %b = call i64 @llvm.experimental.cttz.elts.i64.v64i8(<64 x i8> %many, i1 true)
  %r = add i64 %a, %b
  ret i64 %r
}
