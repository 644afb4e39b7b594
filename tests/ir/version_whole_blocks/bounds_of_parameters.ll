; SPDX-License-Identifier: Apache-2.0
; The second of two checks is one of a bound that is computed from a parameter behind the first: the version asks for both
; in front of the loop. Not where a quotient would have to be known there, or a load that is not the launch's.
;
; RUN: --from version-whole-blocks --stop-after version-whole-blocks --changes

; CHECK: ; changed: version-whole-blocks:1
; CHECK-LABEL: define void @less_one(
; CHECK: [[BOUND:%.*]] = add i32 %n, -1
; CHECK: icmp slt i32 {{.*}}, %n
; CHECK: icmp slt i32 {{.*}}, [[BOUND]]
; CHECK: br i1
; CHECK-COUNT-4: store <32 x i8>
; CHECK: call void @slow(
; CHECK-LABEL: define void @quotient(
; CHECK-NOT: with.overflow
; CHECK: declare
define void @less_one(ptr %context, i32 %n, i32 %first, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %in = icmp slt i32 %last, %n
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %bound = add i32 %n, -1
  %inner = icmp slt i32 %last, %bound
  br i1 %inner, label %faster, label %slow, !prof !1

faster:
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %x, i64 %wide
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

define void @quotient(ptr %context, i32 %n, i32 %first, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %ready = load i32, ptr %x
  %in = icmp slt i32 %last, %ready
  br i1 %in, label %fast, label %slow, !prof !1

fast:
  %bound = udiv i32 1000, %n
  %inner = icmp slt i32 %last, %bound
  br i1 %inner, label %faster, label %slow, !prof !1

faster:
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr %x, i64 %wide
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
!1 = !{!"branch_weights", i32 1000, i32 1}
