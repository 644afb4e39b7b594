; SPDX-License-Identifier: Apache-2.0
; Nothing is compared in bytes where lanes may wrap around (or, of unsigned numbers, only signed ones are
; known not to), where they lie too far apart, and where the mask only chooses among words, which would
; have to unpack it. The last comparison is made in bytes.
;
; RUN: --from narrow-bounds --stop-after narrow-bounds --isa avx2 --changes

; CHECK: ; changed: narrow-bounds:1
; CHECK: icmp slt <4 x i32>
; CHECK: icmp slt <32 x i32> %wraps
; CHECK: icmp ult <32 x i32> %signed
; CHECK: icmp slt <32 x i32> %far
; CHECK: icmp sgt <32 x i32> %signed
; CHECK-NOT: icmp {{.*}}<32 x i8>
; CHECK: icmp slt <32 x i8>
; CHECK-NOT: icmp {{.*}}<32 x i8>
define i32 @kernel(i32 %first, i32 %n, ptr %out, <4 x i32> %four) {
  %f.in = insertelement <32 x i32> poison, i32 %first, i64 0
  %f = shufflevector <32 x i32> %f.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %n.in = insertelement <32 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <32 x i32> %n.in, <32 x i32> poison, <32 x i32> zeroinitializer
  %other = icmp slt <4 x i32> %four, splat (i32 5)
  store <4 x i1> %other, ptr %out
  %wraps = add <32 x i32> %f, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a = icmp slt <32 x i32> %wraps, %ns
  %signed = add nsw <32 x i32> %f, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %b = icmp ult <32 x i32> %signed, %ns
  %far = add nsw <32 x i32> %f, <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60, i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92, i32 96, i32 100, i32 104, i32 108, i32 112, i32 116, i32 120, i32 127>
  %c = icmp slt <32 x i32> %far, %ns
  %d = icmp sgt <32 x i32> %signed, %ns
  %chosen = select <32 x i1> %d, <32 x i32> %f, <32 x i32> %ns
  store <32 x i32> %chosen, ptr %out
  %e = icmp slt <32 x i32> %signed, %ns
  %ab = and <32 x i1> %a, %b
  %ce = and <32 x i1> %c, %e
  %all = and <32 x i1> %ab, %ce
  %bits = bitcast <32 x i1> %all to i32
  ret i32 %bits
}
