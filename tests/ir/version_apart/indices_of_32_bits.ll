; SPDX-License-Identifier: Apache-2.0
; Indices that do not wrap around in 32 bits are told from each other by the numbers in their sums.
;
;   y[3 * i + 1] = x[3 * i + 2], y[3 * i] = x[3 * i + 1]
;
; RUN: --from version-apart --stop-after combine-accesses --block 32

; CHECK: entry.apart:
; CHECK: load <2 x float>
; CHECK: store <2 x float>
; CHECK: entry.met:
; CHECK-COUNT-2: store float
define internal void @kernel(ptr %x, ptr %y, i32 %n) {
entry:
  %first = mul nuw nsw i32 %n, 3
  %one = add nuw nsw i32 %first, 1
  %two = add nuw nsw i32 %first, 2
  %first64 = zext nneg i32 %first to i64
  %one64 = zext nneg i32 %one to i64
  %two64 = zext nneg i32 %two to i64
  %x2 = getelementptr inbounds float, ptr %x, i64 %two64
  %a = load float, ptr %x2
  %y1 = getelementptr inbounds float, ptr %y, i64 %one64
  store float %a, ptr %y1
  %x1 = getelementptr inbounds float, ptr %x, i64 %one64
  %b = load float, ptr %x1
  %y0 = getelementptr inbounds float, ptr %y, i64 %first64
  store float %b, ptr %y0
  ret void
}
