; SPDX-License-Identifier: Apache-2.0
; Behind `if (i != 0)` the index is i in 64 bits on one way and 0 on the other: it is i on both. The same for an address,
; where the question is one of two and further up, and for a number that is not 0.
;
; RUN: --from restore-indices --stop-after restore-indices --changes

; CHECK: ; changed: restore-indices:3
; CHECK-LABEL: define void @index(
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK: br i1
; CHECK-NOT: phi
; CHECK: getelementptr float, ptr %y, i64 [[I]]
define void @index(i32 %i, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, 0
  br i1 %first, label %done, label %then
then:
  %wide = zext nneg i32 %i to i64
  %at = getelementptr float, ptr %x, i64 %wide
  store float 1.0, ptr %at
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  %to = getelementptr float, ptr %y, i64 %k
  store float 2.0, ptr %to
  ret void
}

; CHECK-LABEL: define void @address(
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK: [[AT:%.*]] = getelementptr float, ptr %x, i64 [[I]]
; CHECK: br i1
; CHECK-NOT: phi
; CHECK: store float 2.0{{.*}}, ptr [[AT]]
define void @address(i32 %i, i1 %also, ptr %x, ptr %y) {
entry:
  %not = icmp ne i32 %i, 0
  %either = select i1 %not, i1 true, i1 %also
  br i1 %either, label %then, label %first
first:
  store float 3.0, ptr %y
  br label %done
then:
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds float, ptr %x, i64 %wide
  store float 1.0, ptr %at
  br label %done
done:
  %p = phi ptr [ %at, %then ], [ %x, %first ]
  store float 2.0, ptr %p
  ret void
}

; CHECK-LABEL: define void @another_number(
; CHECK: [[NEXT:%.*]] = add i32 %i, 3
; CHECK: br i1
; CHECK-NOT: phi
; CHECK: store i32 [[NEXT]], ptr %y
define void @another_number(i32 %i, ptr %x, ptr %y) {
entry:
  %not = icmp ne i32 %i, 7
  br i1 %not, label %then, label %done
then:
  %next = add nsw i32 %i, 3
  store i32 %next, ptr %x
  br label %done
done:
  %k = phi i32 [ %next, %then ], [ 10, %entry ]
  store i32 %k, ptr %y
  ret void
}
