; SPDX-License-Identifier: Apache-2.0
; Functions whose address is taken, or that others call by name, keep C's convention, as do those that return two floats,
; integers or vectors.
;
; RUN: --from return-floats --stop-after return-floats --debug
; CHECK-LABEL: define internal void @kernel()
; CHECK-NOT: swiftcc
%float3 = type { float, float, float }
define internal void @kernel() {
  %pointer = alloca ptr
  store ptr @pointed_to, ptr %pointer
  %callee = load ptr, ptr %pointer
  %a = call %float3 %callee()
  %b = call %float3 @pointed_to()
  %c = call %float3 @known_by_name()
  %d = call { float, float } @two()
  %e = call { i32, i32, float } @integers()
  %f = call { <4 x float>, <4 x float>, <4 x float> } @vectors()
  ret void
}
define internal %float3 @pointed_to() {
  ret %float3 zeroinitializer
}
define %float3 @known_by_name() {
  ret %float3 zeroinitializer
}
define internal { float, float } @two() {
  ret { float, float } zeroinitializer
}
define internal { i32, i32, float } @integers() {
  ret { i32, i32, float } zeroinitializer
}
define internal { <4 x float>, <4 x float>, <4 x float> } @vectors() {
  ret { <4 x float>, <4 x float>, <4 x float> } zeroinitializer
}
