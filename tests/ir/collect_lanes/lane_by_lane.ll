; SPDX-License-Identifier: Apache-2.0
; A loop that finds the lanes of a vector one by one stores them; the vector is loaded behind it.
;
; RUN: --from collect-lanes --isa avx2

; CHECK-LABEL: define <32 x i8> @kernel(
; CHECK: %collected = alloca <32 x i8>, align 64
; CHECK: store <32 x i8> %first, ptr %collected, align 64
; CHECK: loop:
; CHECK-NOT: <32 x i8>
; CHECK: %found = load i8
; CHECK: [[LANE:%.*]] = and i32 %lane, 31
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr %collected, i32 [[LANE]]
; CHECK: store i8 %found, ptr [[AT]]
; CHECK: br i1
; CHECK: [[ALL:%.*]] = load <32 x i8>, ptr %collected, align 64
; CHECK: phi <32 x i8> [ %first, %entry ], [ [[ALL]], {{%.*}} ]
define <32 x i8> @kernel(<32 x i8> %first, ptr %table, i32 %mask) {
entry:
  %some = icmp ne i32 %mask, 0
  br i1 %some, label %before, label %end
before:
  br label %loop
loop:
  %left = phi i32 [ %mask, %before ], [ %rest, %loop ]
  %so.far = phi <32 x i8> [ %first, %before ], [ %more, %loop ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %at = getelementptr i8, ptr %table, i32 %lane
  %found = load i8, ptr %at
  %more = insertelement <32 x i8> %so.far, i8 %found, i32 %lane
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %again = icmp ne i32 %rest, 0
  br i1 %again, label %loop, label %end
end:
  %all = phi <32 x i8> [ %first, %entry ], [ %more, %loop ]
  ret <32 x i8> %all
}
declare i32 @llvm.cttz.i32(i32, i1)
