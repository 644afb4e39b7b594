; SPDX-License-Identifier: Apache-2.0
; The library returns a structure of four words. Where the program declares a function of the
; library with one without a name, all of the library get that; a call of another function by its
; name would be one of a pointer to LLVM, which is not inlined and does not link.
;
; RUN: --from link-device-library --stop-after link-device-library

; CHECK-LABEL: define i32 @kernel(
; CHECK: [[LEVEL:%.*]] = call { i32, i32, i32, i32 } @__heddle_any_tex2D_f4(
; CHECK: [[TEXEL:%.*]] = call { i32, i32, i32, i32 } @__heddle_tex2D_f4(i64 %t, float %x, float %y)
; CHECK: [[FIRST:%.*]] = extractvalue { i32, i32, i32, i32 } [[TEXEL]], 0
; CHECK: insertvalue %struct.uint4 poison, i32 [[FIRST]], 0
; CHECK-NOT: call %struct.uint4
; CHECK: define {{.*}}{ i32, i32, i32, i32 } @__heddle_tex2D_f4(
%struct.uint4 = type { i32, i32, i32, i32 }

declare { i32, i32, i32, i32 } @__heddle_any_tex2D_f4(i64, float, float, i32, i32)
declare %struct.uint4 @__heddle_tex2D_f4(i64, float, float)

define i32 @kernel(i64 %t, float %x, float %y) {
  %level = call { i32, i32, i32, i32 } @__heddle_any_tex2D_f4(i64 %t, float %x, float %y, i32 0, i32 0)
  %texel = call %struct.uint4 @__heddle_tex2D_f4(i64 %t, float %x, float %y)
  %a = extractvalue { i32, i32, i32, i32 } %level, 3
  %b = extractvalue %struct.uint4 %texel, 2
  %sum = add i32 %a, %b
  ret i32 %sum
}
