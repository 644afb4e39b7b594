; SPDX-License-Identifier: Apache-2.0
; A CPU without F16C converts halves with integers and calls no function for it.
;
; RUN: --from narrow-floats --isa baseline

; CHECK-LABEL: @multiply(
; CHECK-NOT: fpext
; CHECK-NOT: fptrunc
; CHECK: zext <32 x i16> {{.*}} to <32 x i32>
; CHECK: fmul <32 x float>
; CHECK: trunc <32 x i32> {{.*}} to <32 x i16>
; CHECK: ret <32 x half>
define <32 x half> @multiply(<32 x half> %a, <32 x half> %b) {
  %p = fmul <32 x half> %a, %b
  ret <32 x half> %p
}

; CHECK-LABEL: @less(
; CHECK-NOT: fcmp olt half
; CHECK: fcmp olt float
define i1 @less(half %a, half %b) {
  %c = fcmp olt half %a, %b
  ret i1 %c
}

; Moves are of integers: LLVM takes vectors of bfloat apart by way of float.
; CHECK-LABEL: @move(
; CHECK: [[V:%.*]] = load <32 x i16>, ptr %p
; CHECK: [[E:%.*]] = extractelement <32 x i16> [[V]], i32 %k
; CHECK: store i16 [[E]], ptr %q
define void @move(ptr %p, ptr %q, i32 %k) {
  %v = load <32 x bfloat>, ptr %p, align 2
  %e = extractelement <32 x bfloat> %v, i32 %k
  store bfloat %e, ptr %q, align 2
  ret void
}

; CHECK-LABEL: @loop(
; CHECK: phi <32 x i16>
; CHECK-NOT: phi <32 x bfloat>
; CHECK: ret <32 x bfloat>
define <32 x bfloat> @loop(<32 x bfloat> %x, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi <32 x bfloat> [ %x, %entry ], [ %next, %body ]
  %next = fadd <32 x bfloat> %sum, %x
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %body, label %exit
exit:
  ret <32 x bfloat> %next
}

; Without a fused multiply-add the product is one of doubles.
; CHECK-LABEL: @fma(
; CHECK-NOT: @llvm.fma
; CHECK: fmul double
; CHECK: ret bfloat
define bfloat @fma(bfloat %a, bfloat %b, bfloat %c) {
  %f = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  ret bfloat %f
}
declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat)
