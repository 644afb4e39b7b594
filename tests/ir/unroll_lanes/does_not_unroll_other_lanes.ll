; SPDX-License-Identifier: Apache-2.0
; Loops stay over lanes of which some may be off, over all but one, that carry a value, and of words.
;
; RUN: --from unroll-lanes --stop-after unroll-lanes --changes

; CHECK: ; changed: none
; CHECK-COUNT-4: call {{.*}}i32 @llvm.cttz.i32(
; CHECK: ret i32
define i32 @kernel(<32 x i8> %values, <32 x ptr> %places, i32 %mask) {
entry:
  br label %some
some:
  %left = phi i32 [ %mask, %entry ], [ %next, %some ]
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %value = extractelement <32 x i8> %values, i32 %lane
  %place = extractelement <32 x ptr> %places, i32 %lane
  store i8 %value, ptr %place
  %less = add i32 %left, -1
  %next = and i32 %left, %less
  %done = icmp eq i32 %next, 0
  br i1 %done, label %but.one, label %some
but.one:
  %left1 = phi i32 [ -2, %some ], [ %next1, %but.one ]
  %lane1 = call i32 @llvm.cttz.i32(i32 %left1, i1 true)
  %place1 = extractelement <32 x ptr> %places, i32 %lane1
  %value1 = extractelement <32 x i8> %values, i32 %lane1
  store i8 %value1, ptr %place1
  %less1 = add i32 %left1, -1
  %next1 = and i32 %left1, %less1
  %done1 = icmp eq i32 %next1, 0
  br i1 %done1, label %carries, label %but.one
carries:
  %left2 = phi i32 [ -1, %but.one ], [ %next2, %carries ]
  %sum = phi i32 [ 0, %but.one ], [ %sum.next, %carries ]
  %lane2 = call i32 @llvm.cttz.i32(i32 %left2, i1 true)
  %place2 = extractelement <32 x ptr> %places, i32 %lane2
  %old = atomicrmw add ptr %place2, i32 1 monotonic
  %sum.next = add i32 %sum, %old
  %less2 = add i32 %left2, -1
  %next2 = and i32 %left2, %less2
  %done2 = icmp eq i32 %next2, 0
  br i1 %done2, label %words, label %carries
words:
  %left3 = phi i32 [ -1, %carries ], [ %next3, %words ]
  %lane3 = call i32 @llvm.cttz.i32(i32 %left3, i1 true)
  %place3 = extractelement <32 x ptr> %places, i32 %lane3
  store i32 7, ptr %place3
  %less3 = add i32 %left3, -1
  %next3 = and i32 %left3, %less3
  %done3 = icmp eq i32 %next3, 0
  br i1 %done3, label %exit, label %words
exit:
  ret i32 %sum.next
}
declare i32 @llvm.cttz.i32(i32, i1)
