; SPDX-License-Identifier: Apache-2.0
; Which lanes lie below a bound, or not below it, is computed as a number, if no index wraps around.
;
;   out[lane] = first + lane < n, >= n, n >= first + lane;  with indices that may wrap: a comparison
;
; RUN: --from clean-up-warps --stop-after bounds-masks --isa avx512

; CHECK-LABEL: define void @bound(
; CHECK: [[LEFT:%.*]] = sub i64 %n, %first
; CHECK: [[COUNT:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 32)
; CHECK: [[BELOW:%.*]] = icmp ult i64 %first, %n
; CHECK: [[LANES:%.*]] = select i1 [[BELOW]], i64 [[COUNT]], i64 0
; CHECK: [[NEXT:%.*]] = shl i64 1, [[LANES]]
; CHECK: [[ALL:%.*]] = sub i64 [[NEXT]], 1
; CHECK: [[BITS:%.*]] = trunc i64 [[ALL]] to i32
; CHECK: bitcast i32 [[BITS]] to <32 x i1>
; CHECK-NOT: icmp {{.*}}<32 x i64>
; CHECK: ret void
define void @bound(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp ult <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}

; CHECK-LABEL: define void @may_wrap(
; CHECK: icmp {{.*}}<32 x i64>
; CHECK: ret void
define void @may_wrap(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp uge <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}

; The others of those below the bound.
; CHECK-LABEL: define void @not_below(
; CHECK: [[LEFT2:%.*]] = sub i64 %n, %first
; CHECK: [[COUNT2:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT2]], i64 32)
; CHECK: [[BELOW2:%.*]] = icmp ult i64 %first, %n
; CHECK: select i1 [[BELOW2]], i64 [[COUNT2]], i64 0
; CHECK: [[BITS2:%.*]] = trunc i64 {{.*}} to i32
; CHECK: [[OTHERS:%.*]] = xor i32 [[BITS2]], -1
; CHECK: bitcast i32 [[OTHERS]] to <32 x i1>
; CHECK: ret void
define void @not_below(ptr %out, i64 %first, i64 %n) {
  %a = insertelement <32 x i64> poison, i64 %first, i64 0
  %b = shufflevector <32 x i64> %a, <32 x i64> poison, <32 x i32> zeroinitializer
  %i = add nuw <32 x i64> %b, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %c = insertelement <32 x i64> poison, i64 %n, i64 0
  %d = shufflevector <32 x i64> %c, <32 x i64> poison, <32 x i32> zeroinitializer
  %m = icmp uge <32 x i64> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}

; One more than those below; the bound stands first.
; CHECK-LABEL: define void @at_most(
; CHECK: [[LEFT3:%.*]] = sub i32 %n, %first
; CHECK: [[COUNT3:%.*]] = call i32 @llvm.umin.i32(i32 [[LEFT3]], i32 31)
; CHECK: [[MORE3:%.*]] = add {{.*}}i32 [[COUNT3]], 1
; CHECK: [[NOT_ABOVE3:%.*]] = icmp sle i32 %first, %n
; CHECK: select i1 [[NOT_ABOVE3]], i32 [[MORE3]], i32 0
; CHECK: bitcast i32 {{.*}} to <32 x i1>
; CHECK: ret void
define void @at_most(ptr %out, i32 %first, i32 %n) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp sge <32 x i32> %d, %i
  store <32 x i1> %m, ptr %out
  ret void
}

; CHECK-LABEL: define void @above(
; CHECK: [[COUNT4:%.*]] = call i32 @llvm.umin.i32(i32 {{.*}}, i32 31)
; CHECK: [[NOT_ABOVE4:%.*]] = icmp sle i32 %first, %n
; CHECK: [[BITS4:%.*]] = trunc i64 {{.*}} to i32
; CHECK: [[OTHERS4:%.*]] = xor i32 [[BITS4]], -1
; CHECK: bitcast i32 [[OTHERS4]] to <32 x i1>
; CHECK: ret void
define void @above(ptr %out, i32 %first, i32 %n) {
  %a = insertelement <32 x i32> poison, i32 %first, i64 0
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> zeroinitializer
  %i = add nsw <32 x i32> %b, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %c = insertelement <32 x i32> poison, i32 %n, i64 0
  %d = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %m = icmp sgt <32 x i32> %i, %d
  store <32 x i1> %m, ptr %out
  ret void
}
