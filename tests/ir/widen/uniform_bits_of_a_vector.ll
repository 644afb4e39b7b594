; SPDX-License-Identifier: Apache-2.0
; Bits of a number that all lanes have alike, of a vector of them: a branch on one is a scalar's.
; Whether lookups lie inside of a texture comes to this form.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[SECOND:%.*]] = load i8, ptr {{.*}}, align 1
; CHECK: [[THIRD:%.*]] = lshr i8 [[SECOND]], 3
; CHECK: [[BIT:%.*]] = trunc i8 [[THIRD]] to i1
; CHECK: br i1 [[BIT]], label %some
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %bytes = load <2 x i8>, ptr %block
  %bits = bitcast <2 x i8> %bytes to <16 x i1>
  %bit = extractelement <16 x i1> %bits, i64 11
  br i1 %bit, label %some, label %end
some:
  call void @heddle.mask(i1 true)
  store i32 5, ptr %block
  br label %end
end:
  call void @heddle.mask(i1 true)
  ret void
}
declare ptr @heddle.block()
declare void @heddle.mask(i1)
