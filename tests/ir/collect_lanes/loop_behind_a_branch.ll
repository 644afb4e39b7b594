; SPDX-License-Identifier: Apache-2.0
; The same where a branch leads straight into the loop, which has no block in front of it: a masked
; atomic operation whose old values are used.
;
; RUN: --from lanes-in-memory --stop-after collect-lanes --isa avx2

; CHECK-LABEL: define <32 x i32> @kernel(
; CHECK-DAG: %collected = alloca <32 x i32>, align 64
; CHECK-DAG: %lanes = alloca <32 x i32>, align 64
; CHECK: loop.preheader:
; CHECK-DAG: store <32 x i32> %first, ptr %collected, align 64
; CHECK-DAG: store <32 x i32> %operand, ptr %lanes, align 64
; CHECK: loop:
; CHECK-NOT: <32 x i32>
; CHECK: store i32 %old, ptr
; CHECK: br i1
; CHECK: load <32 x i32>, ptr %collected, align 64
; CHECK: ret <32 x i32>
define <32 x i32> @kernel(<32 x i32> %first, <32 x i32> %operand, ptr %table, i32 %mask) {
entry:
  %some = icmp ne i32 %mask, 0
  br i1 %some, label %loop, label %end
loop:
  %left = phi i32 [ %mask, %entry ], [ %rest, %loop ]
  %so.far = phi <32 x i32> [ %first, %entry ], [ %more, %loop ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %at = getelementptr i32, ptr %table, i32 %lane
  %old = load i32, ptr %at
  %addend = extractelement <32 x i32> %operand, i32 %lane
  %new = add i32 %old, %addend
  store i32 %new, ptr %at
  %more = insertelement <32 x i32> %so.far, i32 %old, i32 %lane
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %again = icmp ne i32 %rest, 0
  br i1 %again, label %loop, label %end
end:
  %all = phi <32 x i32> [ %first, %entry ], [ %more, %loop ]
  ret <32 x i32> %all
}
declare i32 @llvm.cttz.i32(i32, i1)
