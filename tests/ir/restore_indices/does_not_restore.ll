; SPDX-License-Identifier: Apache-2.0
; Nothing is an index again where another number was asked for, where the number is another one, where the branch says so
; on the other way only, where both ways come from it, and where the index needs what was loaded on its way or a division.
; Nor where what lies under an address is not known, and where a number below zero was extended by zeros, which its place above could not do. @control is.
;
; RUN: --from restore-indices --stop-after restore-indices --changes

; CHECK: ; changed: restore-indices:1
; CHECK-COUNT-7: phi i64
; CHECK-NOT: phi i64
define void @another_was_asked_for(i32 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %j, 0
  br i1 %first, label %done, label %then
then:
  %wide = sext i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @below_zero(i32 %i, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, -1
  br i1 %first, label %done, label %then
then:
  %wide = zext nneg i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 4294967295, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @under_an_address(i32 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, 0
  br i1 %first, label %done, label %then
then:
  %sum = add i32 %i, %j
  %wide = zext nneg i32 %sum to i64
  %at = getelementptr float, ptr %x, i64 %wide
  store float 1.0, ptr %at
  br label %done
done:
  %k = phi ptr [ %at, %then ], [ %x, %entry ]
  store float 2.0, ptr %k
  ret void
}

define void @another_number(i32 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, 1
  br i1 %first, label %done, label %then
then:
  %wide = sext i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @on_the_other_way(i32 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp ne i32 %i, 0
  br i1 %first, label %done, label %then
then:
  %wide = sext i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @either_is_enough(i32 %i, i1 %also, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, 0
  %either = select i1 %first, i1 true, i1 %also
  br i1 %either, label %done, label %then
then:
  %wide = sext i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @loaded(i64 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %done, label %then
then:
  %more = load i64, ptr %x
  %sum = add i64 %i, %more
  store i64 %sum, ptr %x
  br label %done
done:
  %k = phi i64 [ %sum, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @divided(i64 %i, i64 %d, ptr %x, ptr %y) {
entry:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %done, label %then
then:
  %quotient = sdiv i64 %i, %d
  store i64 %quotient, ptr %x
  br label %done
done:
  %k = phi i64 [ %quotient, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}

define void @control(i32 %i, i32 %j, ptr %x, ptr %y) {
entry:
  %first = icmp eq i32 %i, 0
  br i1 %first, label %done, label %then
then:
  %wide = sext i32 %i to i64
  store i64 %wide, ptr %x
  br label %done
done:
  %k = phi i64 [ %wide, %then ], [ 0, %entry ]
  store i64 %k, ptr %y
  ret void
}
