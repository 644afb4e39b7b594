; SPDX-License-Identifier: Apache-2.0
; Blocks are asked warp by warp where the bound differs from warp to warp, where the check is not one of an index that
; grows, where the number of warps is not known, where a round hands something on, to the next one or to what comes
; behind the loop, and where much is done for each warp. @control has a version.
;
; RUN: --from version-whole-blocks --stop-after version-whole-blocks --changes

; CHECK: ; changed: version-whole-blocks:1
; CHECK-NOT: with.overflow
; CHECK-LABEL: define void @control(
; CHECK: with.overflow
define void @own_bounds(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %where = getelementptr i32, ptr %x, i32 %warp
  %n = load i32, ptr %where, align 4
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

define void @bound_may_change(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %x, align 4
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

define void @equal(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %in = icmp ne i32 %at, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

define void @no_sum(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = xor i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

define void @unknown_number(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %warps, label %done

done:
  ret void
}

define i32 @hands_on(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  %sum = phi i32 [ 0, %entry ], [ %then, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %then = mul i32 %sum, %at
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret i32 %then
}

define void @much_to_do(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  %q1 = getelementptr i8, ptr %place, i64 1
  store <32 x i8> zeroinitializer, ptr %q1, align 1
  %q2 = getelementptr i8, ptr %place, i64 2
  store <32 x i8> zeroinitializer, ptr %q2, align 1
  %q3 = getelementptr i8, ptr %place, i64 3
  store <32 x i8> zeroinitializer, ptr %q3, align 1
  %q4 = getelementptr i8, ptr %place, i64 4
  store <32 x i8> zeroinitializer, ptr %q4, align 1
  %q5 = getelementptr i8, ptr %place, i64 5
  store <32 x i8> zeroinitializer, ptr %q5, align 1
  %q6 = getelementptr i8, ptr %place, i64 6
  store <32 x i8> zeroinitializer, ptr %q6, align 1
  %q7 = getelementptr i8, ptr %place, i64 7
  store <32 x i8> zeroinitializer, ptr %q7, align 1
  %q8 = getelementptr i8, ptr %place, i64 8
  store <32 x i8> zeroinitializer, ptr %q8, align 1
  %q9 = getelementptr i8, ptr %place, i64 9
  store <32 x i8> zeroinitializer, ptr %q9, align 1
  %q10 = getelementptr i8, ptr %place, i64 10
  store <32 x i8> zeroinitializer, ptr %q10, align 1
  %q11 = getelementptr i8, ptr %place, i64 11
  store <32 x i8> zeroinitializer, ptr %q11, align 1
  %q12 = getelementptr i8, ptr %place, i64 12
  store <32 x i8> zeroinitializer, ptr %q12, align 1
  %q13 = getelementptr i8, ptr %place, i64 13
  store <32 x i8> zeroinitializer, ptr %q13, align 1
  %q14 = getelementptr i8, ptr %place, i64 14
  store <32 x i8> zeroinitializer, ptr %q14, align 1
  %q15 = getelementptr i8, ptr %place, i64 15
  store <32 x i8> zeroinitializer, ptr %q15, align 1
  %q16 = getelementptr i8, ptr %place, i64 16
  store <32 x i8> zeroinitializer, ptr %q16, align 1
  %q17 = getelementptr i8, ptr %place, i64 17
  store <32 x i8> zeroinitializer, ptr %q17, align 1
  %q18 = getelementptr i8, ptr %place, i64 18
  store <32 x i8> zeroinitializer, ptr %q18, align 1
  %q19 = getelementptr i8, ptr %place, i64 19
  store <32 x i8> zeroinitializer, ptr %q19, align 1
  %q20 = getelementptr i8, ptr %place, i64 20
  store <32 x i8> zeroinitializer, ptr %q20, align 1
  %q21 = getelementptr i8, ptr %place, i64 21
  store <32 x i8> zeroinitializer, ptr %q21, align 1
  %q22 = getelementptr i8, ptr %place, i64 22
  store <32 x i8> zeroinitializer, ptr %q22, align 1
  %q23 = getelementptr i8, ptr %place, i64 23
  store <32 x i8> zeroinitializer, ptr %q23, align 1
  %q24 = getelementptr i8, ptr %place, i64 24
  store <32 x i8> zeroinitializer, ptr %q24, align 1
  %q25 = getelementptr i8, ptr %place, i64 25
  store <32 x i8> zeroinitializer, ptr %q25, align 1
  %q26 = getelementptr i8, ptr %place, i64 26
  store <32 x i8> zeroinitializer, ptr %q26, align 1
  %q27 = getelementptr i8, ptr %place, i64 27
  store <32 x i8> zeroinitializer, ptr %q27, align 1
  %q28 = getelementptr i8, ptr %place, i64 28
  store <32 x i8> zeroinitializer, ptr %q28, align 1
  %q29 = getelementptr i8, ptr %place, i64 29
  store <32 x i8> zeroinitializer, ptr %q29, align 1
  %q30 = getelementptr i8, ptr %place, i64 30
  store <32 x i8> zeroinitializer, ptr %q30, align 1
  %q31 = getelementptr i8, ptr %place, i64 31
  store <32 x i8> zeroinitializer, ptr %q31, align 1
  %q32 = getelementptr i8, ptr %place, i64 32
  store <32 x i8> zeroinitializer, ptr %q32, align 1
  %q33 = getelementptr i8, ptr %place, i64 33
  store <32 x i8> zeroinitializer, ptr %q33, align 1
  %q34 = getelementptr i8, ptr %place, i64 34
  store <32 x i8> zeroinitializer, ptr %q34, align 1
  %q35 = getelementptr i8, ptr %place, i64 35
  store <32 x i8> zeroinitializer, ptr %q35, align 1
  %q36 = getelementptr i8, ptr %place, i64 36
  store <32 x i8> zeroinitializer, ptr %q36, align 1
  %q37 = getelementptr i8, ptr %place, i64 37
  store <32 x i8> zeroinitializer, ptr %q37, align 1
  %q38 = getelementptr i8, ptr %place, i64 38
  store <32 x i8> zeroinitializer, ptr %q38, align 1
  %q39 = getelementptr i8, ptr %place, i64 39
  store <32 x i8> zeroinitializer, ptr %q39, align 1
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

define i32 @used_behind(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret i32 %at
}

define void @control(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %data.address = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %data.address, align 8, !invariant.load !0
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %data, i64 %wide
  store <32 x i8> zeroinitializer, ptr %place, align 1
  br label %again

slow:
  call void @slow(i32 %at)
  br label %again

again:
  %next = add nuw nsw i32 %warp, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %warps, label %done

done:
  ret void
}

declare void @slow(i32)
!0 = !{}
!1 = !{!"branch_weights", i32 1000, i32 1}
!2 = !{!"branch_weights", i32 1, i32 1000}
