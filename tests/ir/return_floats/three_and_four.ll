; SPDX-License-Identifier: Apache-2.0
; A function that returns three or four floats or doubles returns them in registers of vectors, and so do its calls.
;
; RUN: --from return-floats --stop-after return-floats --debug
; CHECK-LABEL: define internal void @kernel()
; CHECK: call swiftcc %float3 @three(float 1.0
; CHECK: call swiftcc { [2 x double], double } @nested()
; CHECK: call void @behind_pointers()
; CHECK-LABEL: define internal swiftcc %float3 @three(
; CHECK-LABEL: define internal swiftcc { [2 x double], double } @nested(
%float3 = type { float, float, float }
define internal void @kernel() {
  %a = call %float3 @three(float 1.0)
  %b = call { [2 x double], double } @nested()
  call void @behind_pointers()
  ret void
}
define internal %float3 @three(float %x) {
  %v = insertvalue %float3 zeroinitializer, float %x, 2
  ret %float3 %v
}
define internal { [2 x double], double } @nested() {
  ret { [2 x double], double } zeroinitializer
}
declare void @behind_pointers()
