; SPDX-License-Identifier: Apache-2.0
; Lanes stay in registers where the loop changes their vector, where a lane is known, outside of loops,
; and where lanes are single bits or 24, of which a vector in memory is no array. Only %kept is stored.
;
; RUN: --from lanes-in-memory --changes

; CHECK: ; changed: lanes-in-memory:1
; CHECK-LABEL: define i32 @kernel(
; CHECK: store <32 x i32> %kept, ptr %lanes
; CHECK-NOT: store
; CHECK: extractelement <32 x i32> %changes, i32 %lane
; CHECK: extractelement <32 x i32> %kept, i64 3
; CHECK: extractelement <32 x i1> %bits, i32 %lane
; CHECK: getelementptr inbounds i32, ptr %lanes
; CHECK: extractelement <32 x i32> %changes, i32 %count
; CHECK: extractelement <32 x i24> %kept, i32 %lane
define i32 @kernel(<32 x i32> %kept, <32 x i1> %bits, i32 %count) {
entry:
  br label %loop
loop:
  %lane = phi i32 [ 0, %entry ], [ %next, %loop ]
  %changes = phi <32 x i32> [ %kept, %entry ], [ %changed, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum4, %loop ]
  %a = extractelement <32 x i32> %changes, i32 %lane
  %changed = insertelement <32 x i32> %changes, i32 %sum, i32 %lane
  %b = extractelement <32 x i32> %kept, i64 3
  %bit = extractelement <32 x i1> %bits, i32 %lane
  %c = zext i1 %bit to i32
  %d = extractelement <32 x i32> %kept, i32 %lane
  %sum1 = add i32 %sum, %a
  %sum2 = add i32 %sum1, %b
  %sum3 = add i32 %sum2, %c
  %sum4 = xor i32 %sum3, %d
  %next = add i32 %lane, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %e = extractelement <32 x i32> %changes, i32 %count
  %result = add i32 %sum4, %e
  ret i32 %result
}
define i24 @gaps(<32 x i24> %kept, i32 %count) {
entry:
  br label %loop
loop:
  %lane = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i24 [ 0, %entry ], [ %more, %loop ]
  %one = extractelement <32 x i24> %kept, i32 %lane
  %more = add i24 %sum, %one
  %next = add i32 %lane, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %end
end:
  ret i24 %more
}
