; SPDX-License-Identifier: Apache-2.0
; Which lanes lie below a bound, or not below it, is computed as a number, if no index wraps around.
;
;   out[lane] = first + lane < n;  out[lane] = first + lane >= m, with indices that may wrap
;
; RUN: --from tidy --to tidy --isa avx512

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
