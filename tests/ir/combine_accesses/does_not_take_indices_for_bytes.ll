; SPDX-License-Identifier: Apache-2.0
; Word i and the last word of structure i stand 12 * i + 12 bytes apart, not 12: LLVM's pass looks at the
; indices alone. Nor are words and bytes with indices one apart neighbours. @control shows that two
; words of one structure are combined.
;
; RUN: --from combine-accesses --stop-after combine-accesses

%S = type { i32, i32, i32, i32 }

; CHECK-LABEL: define void @control(
; CHECK: load <2 x i32>
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: x i32>
; CHECK: ret void
define void @control(ptr %p, i64 %i, ptr %out) {
  %s = getelementptr %S, ptr %p, i64 %i
  %s1 = getelementptr i8, ptr %s, i64 4
  %a = load i32, ptr %s, align 8
  %b = load i32, ptr %s1, align 4
  %sum = add i32 %a, %b
  store i32 %sum, ptr %out
  ret void
}
define void @kernel(ptr %p, i64 %i, ptr %out) {
  %w = getelementptr i32, ptr %p, i64 %i
  %s = getelementptr %S, ptr %p, i64 %i
  %s3 = getelementptr i8, ptr %s, i64 12
  %a = load i32, ptr %w, align 16
  %b = load i32, ptr %s3, align 4
  %j = add nuw nsw i64 %i, 1
  %bytes = getelementptr i8, ptr %out, i64 %j
  %words = getelementptr i32, ptr %out, i64 %i
  %sum = add i32 %a, %b
  store i32 %sum, ptr %words, align 8
  store i32 %a, ptr %bytes, align 1
  ret void
}
