; SPDX-License-Identifier: Apache-2.0
; Masks that are joined and tested come of comparisons of bytes, where the CPU has no registers for masks:
; the bound is what lies between it and the first lane, cut to what a byte holds.
;
;   any(x < n && x > k && y >= 0u + m)
;
; RUN: --from narrow-bounds --stop-after narrow-bounds --isa avx2 --changes
; RUN: --from narrow-bounds --stop-after narrow-bounds --isa avx512 --changes | WIDE

; CHECK: ; changed: narrow-bounds:3
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK: [[FIRST:%.*]] = sext i32 %first to i64
; CHECK: [[REST:%.*]] = sub i64 [[N]], [[FIRST]]
; CHECK: [[LOW:%.*]] = call i64 @llvm.smin.i64(i64 [[REST]], i64 127)
; CHECK: [[CUT:%.*]] = call i64 @llvm.smax.i64(i64 [[LOW]], i64 -128)
; CHECK: [[BYTE:%.*]] = trunc i64 [[CUT]] to i8
; CHECK: icmp slt <32 x i8> <i8 0, i8 1, i8 2, {{.*}}i8 31>,
; CHECK: icmp sgt <32 x i8> <i8 -1, i8 0, i8 1, {{.*}}i8 30>,
; CHECK: zext i32 %m to i64
; CHECK: icmp sge <32 x i8> <i8 0, i8 1, i8 2, {{.*}}i8 31>,
; WIDE-NOT: <32 x i8>
define i32 @kernel(i32 %first, i32 %n, i32 %k, i32 %m) {
  %f.in = insertelement <32 x i32> poison, i32 %first, i64 0
  %f = shufflevector <32 x i32> %f.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %n.in = insertelement <32 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <32 x i32> %n.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %k.in = insertelement <32 x i32> poison, i32 %k, i64 0
  %ks = shufflevector <32 x i32> %k.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %m.in = insertelement <32 x i32> poison, i32 %m, i64 0
  %ms = shufflevector <32 x i32> %m.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %x = add nsw <32 x i32> %f, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a = icmp slt <32 x i32> %x, %ns
  %b = icmp slt <32 x i32> %ks, <i32 -1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30>
  %c = icmp ule <32 x i32> %ms, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %ab = and <32 x i1> %a, %b
  %abc = and <32 x i1> %ab, %c
  %bits = bitcast <32 x i1> %abc to i32
  ret i32 %bits
}
