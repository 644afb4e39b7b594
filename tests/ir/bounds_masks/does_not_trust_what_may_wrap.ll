; SPDX-License-Identifier: Apache-2.0
; A comparison of lanes with a bound stays one if an index may wrap around in the sense in which it is
; compared, if it asks for equality, if the lanes do not count upwards (in more than 64 bits, too) or each has a bound of its own;
; and without mask registers. @control becomes a number.
;
; RUN: --from bounds-masks --isa avx512 --changes
; RUN: --from bounds-masks --isa avx2 --changes | AVX2

; AVX2: ; changed: none
; CHECK: ; changed: bounds-masks:1
; CHECK-LABEL: define void @signed_only(
; CHECK: icmp ult <32 x i32>
; CHECK-LABEL: define void @unsigned_only(
; CHECK: icmp slt <32 x i32>
; CHECK-LABEL: define void @wraps(
; CHECK: icmp uge <32 x i32>
; CHECK-LABEL: define void @equal(
; CHECK: icmp ne <32 x i32>
; CHECK-LABEL: define void @downwards(
; CHECK: icmp ult <32 x i32>
; CHECK-LABEL: define void @own_bounds(
; CHECK: icmp ult <32 x i32>
; CHECK-LABEL: define void @wide(
; CHECK: icmp ult <32 x i128>
; CHECK-LABEL: define void @control(
; CHECK-NOT: icmp ult <32 x i32>
; CHECK: ret void
define void @signed_only(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @unsigned_only(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp slt <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @wraps(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp uge <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @equal(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nuw nsw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp ne <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @downwards(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nuw nsw <32 x i32> %b, <i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @own_bounds(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i32> %i, %bounds
  store <32 x i1> %m, ptr %out
  ret void
}
define void @wide(ptr %out, i128 %first, i128 %n) {
  %a = insertelement <32 x i128> poison, i128 %first, i64 0
  %b = shufflevector <32 x i128> %a, <32 x i128> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i128> %b, <i128 0, i128 18446744073709551617, i128 2, i128 3, i128 4, i128 5, i128 6, i128 7, i128 8, i128 9, i128 10, i128 11, i128 12, i128 13, i128 14, i128 15, i128 16, i128 17, i128 18, i128 19, i128 20, i128 21, i128 22, i128 23, i128 24, i128 25, i128 26, i128 27, i128 28, i128 29, i128 30, i128 31>
  %c = insertelement <32 x i128> poison, i128 %n, i64 0
  %d = shufflevector <32 x i128> %c, <32 x i128> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i128> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
define void @control(ptr %out, i32 %first, i32 %n, <32 x i32> %bounds) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
