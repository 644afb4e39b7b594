; SPDX-License-Identifier: Apache-2.0
; Where a pointer points is known of stack objects, shared variables and kernel parameters.
;
; RUN: --from promote-locals --stop-after optimise

; CHECK: store volatile i32 1, ptr %out
; CHECK-NEXT: store volatile i32 2, ptr %out
; CHECK-NEXT: store volatile i32 0, ptr %out
; CHECK-NEXT: store volatile i32 3, ptr %out
; CHECK-NEXT: [[SPACE:%.*]] = call i32 @heddle.state.space(ptr %unknown)
; CHECK-NEXT: store volatile i32 [[SPACE]]
@shared = internal addrspace(3) global i32 poison
define void @kernel(ptr %out, ptr %unknown) {
entry:
  %block = call ptr @heddle.block()
  %parameters = load ptr, ptr %block, !invariant.load !0
  %shared = addrspacecast ptr addrspace(3) @shared to ptr
  %local = alloca [4 x i32]
  %index = load i64, ptr %parameters
  %at = getelementptr i32, ptr %local, i64 %index
  store volatile i32 1, ptr %at
  %parameter = load ptr, ptr %parameters, !invariant.load !0
  %s0 = call i32 @heddle.state.space(ptr %shared)
  store volatile i32 %s0, ptr %out
  %s1 = call i32 @heddle.state.space(ptr %at)
  store volatile i32 %s1, ptr %out
  %s2 = call i32 @heddle.state.space(ptr %parameter)
  store volatile i32 %s2, ptr %out
  %s3 = call i32 @heddle.state.space(ptr %parameters)
  store volatile i32 %s3, ptr %out
  %s4 = call i32 @heddle.state.space(ptr %unknown)
  store volatile i32 %s4, ptr %out
  ret void
}
declare ptr @heddle.block() memory(none) nounwind willreturn speculatable
declare i32 @heddle.state.space(ptr) memory(none) nounwind willreturn speculatable
!0 = !{}
