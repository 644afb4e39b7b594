; SPDX-License-Identifier: Apache-2.0
; Without mask registers a comparison of 64-bit indices with a bound becomes one of lanes with a number, in words.
;
; RUN: --from bounds-masks --stop-after bounds-masks --isa avx2

; CHECK-LABEL: define void @below(
; CHECK: [[LEFT:%.*]] = sub i64 %n, %first
; CHECK: [[COUNT:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 32)
; CHECK: [[BELOW:%.*]] = icmp ult i64 %first, %n
; CHECK: [[LANES:%.*]] = select i1 [[BELOW]], i64 [[COUNT]], i64 0
; CHECK: trunc i64 [[LANES]] to i32
; CHECK: icmp slt <32 x i32> <i32 0, i32 1, {{.*}} i32 31>, {{.*}}
; CHECK-NOT: icmp {{.*}}<32 x i64>
; CHECK: ret void
define void @below(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}

; CHECK-LABEL: define void @above(
; CHECK: call i64 @llvm.umin.i64(i64 {{.*}}, i64 31)
; CHECK: icmp sle i64 %first, %n
; CHECK: icmp sge <32 x i32> <i32 0, i32 1, {{.*}} i32 31>, {{.*}}
; CHECK: ret void
define void @above(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp sgt <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}

; May wrap around: stays.
; CHECK-LABEL: define void @wraps(
; CHECK: icmp ult <32 x i64>
; CHECK: ret void
define void @wraps(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
