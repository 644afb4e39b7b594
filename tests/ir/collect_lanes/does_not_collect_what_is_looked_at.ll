; SPDX-License-Identifier: Apache-2.0
; A vector that the loop itself reads, one of bits or of 24 bits (in memory no array), one whose lane is known, and one that is taken out
; before its lane is in, stay.
;
; RUN: --from collect-lanes --isa avx2 --changes

; CHECK: ; changed: none
; CHECK-NOT: alloca
define <32 x i8> @kernel(<32 x i8> %first, <32 x i1> %bits, ptr %out, i32 %mask) {
entry:
  br label %loop
loop:
  %left = phi i32 [ %mask, %entry ], [ %rest, %loop ]
  %read = phi <32 x i8> [ %first, %entry ], [ %more, %loop ]
  %bit = phi <32 x i1> [ %bits, %entry ], [ %more.bits, %loop ]
  %known = phi <32 x i8> [ %first, %entry ], [ %more.known, %loop ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %one = extractelement <32 x i8> %read, i32 3
  %more = insertelement <32 x i8> %read, i8 %one, i32 %lane
  %more.bits = insertelement <32 x i1> %bit, i1 true, i32 %lane
  %more.known = insertelement <32 x i8> %known, i8 %one, i32 5
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %again = icmp ne i32 %rest, 0
  br i1 %again, label %loop, label %end
end:
  store <32 x i1> %more.bits, ptr %out
  %sum = add <32 x i8> %more, %more.known
  ret <32 x i8> %sum
}
define <32 x i8> @early(<32 x i8> %first, i32 %mask) {
entry:
  br label %head
head:
  %left = phi i32 [ %mask, %entry ], [ %rest, %body ]
  %v = phi <32 x i8> [ %first, %entry ], [ %more, %body ]
  %done = icmp eq i32 %left, 0
  br i1 %done, label %end, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %more = insertelement <32 x i8> %v, i8 7, i32 %lane
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  br label %head
end:
  ret <32 x i8> %v
}
define <32 x i24> @gaps(i32 %mask, ptr %in) {
entry:
  br label %loop
loop:
  %left = phi i32 [ %mask, %entry ], [ %rest, %loop ]
  %v = phi <32 x i24> [ poison, %entry ], [ %more, %loop ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %at = getelementptr i32, ptr %in, i32 %lane
  %one = load i24, ptr %at
  %more = insertelement <32 x i24> %v, i24 %one, i32 %lane
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %again = icmp ne i32 %rest, 0
  br i1 %again, label %loop, label %end
end:
  ret <32 x i24> %more
}
declare i32 @llvm.cttz.i32(i32, i1)
