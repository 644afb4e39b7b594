; SPDX-License-Identifier: Apache-2.0
; The base of two vectors of addresses, which has another use, stays a pointer where their difference is taken: the
; InstCombine of LLVM 22 puts a vector of pointers in its place.
;
; RUN: --from clean-up-warps --stop-after clean-up-warps

; CHECK-LABEL: define internal void @kernel.full.warp
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr %{{.*}}, i64 9984
; CHECK-NOT: ptrtoint <32 x ptr>
; CHECK: [[LOADED:%.*]] = load <16 x i8>, ptr [[BASE]]
; CHECK: store <16 x i8> [[LOADED]]
define internal void @kernel.full.warp(ptr %block, ptr %context, i32 %warp, <32 x i1> %mask, <32 x i64> %index) {
entry:
  %p = load ptr, ptr %block, align 8
  %base = getelementptr i8, ptr %p, i64 9984
  %c = icmp ult i32 %warp, 10
  br i1 %c, label %check, label %plain
plain:
  %v = load <16 x i8>, ptr %base, align 1
  store <16 x i8> %v, ptr %context, align 1
  ret void
check:
  %q = getelementptr i8, ptr %p, i64 8704
  %one = getelementptr { float, float, float, float }, ptr %p, <32 x i64> %index
  %one.number = ptrtoint <32 x ptr> %one to <32 x i64>
  %two = getelementptr double, ptr %q, <32 x i64> %index
  %two.number = ptrtoint <32 x ptr> %two to <32 x i64>
  %three = getelementptr i8, ptr %base, <32 x i64> %index
  %three.number = ptrtoint <32 x ptr> %three to <32 x i64>
  %d = sub <32 x i64> %two.number, %three.number
  %e = sub <32 x i64> %three.number, %one.number
  %far = icmp uge <32 x i64> %d, splat (i64 7)
  %near = icmp uge <32 x i64> %e, splat (i64 9)
  %both = and <32 x i1> %far, %near
  %bits = bitcast <32 x i1> %both to i32
  store i32 %bits, ptr %context, align 4
  ret void
}
