; SPDX-License-Identifier: Apache-2.0
; A block whose last warp passes the bounds check, if no index wraps around, runs its warps without asking, four a
; round; others as before. The same for a check that says it the other way round, and for one of two bounds, of which
; one is the same for all warps.
;
; RUN: --from version-whole-blocks --stop-after version-whole-blocks

; CHECK-LABEL: define void @below(
; CHECK: [[N:%.*]] = load i32, ptr %params, align 4, !invariant.load
; CHECK: [[LAST:%.*]] = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 {{.*}}, i32 224)
; CHECK-DAG: extractvalue { i32, i1 } [[LAST]], 0
; CHECK-DAG: extractvalue { i32, i1 } [[LAST]], 1
; CHECK: icmp slt i32 {{.*}}, [[N]]
; CHECK: br i1
; CHECK-COUNT-4: store <32 x i8>
; CHECK: br i1
; CHECK: icmp slt i32
; CHECK: store <32 x i8>
; CHECK: call void @slow(
; CHECK: ret void
define void @below(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
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

; CHECK-LABEL: define void @not_above(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 {{.*}}, i32 224)
; CHECK-COUNT-4: store <32 x i8>
; CHECK: br i1
; CHECK: store <32 x i8>
; CHECK-NEXT: br label
; CHECK: call void @slow(
; CHECK: ret void
define void @not_above(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %out = icmp ugt i32 %last, %n
  br i1 %out, label %slow, label %fast, !prof !2

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

; CHECK-LABEL: define void @of_two_bounds(
; CHECK: with.overflow
; CHECK: icmp slt i32 %rounds, %n
; CHECK: br i1
; CHECK-COUNT-4: store <32 x i8>
; CHECK: br i1
; CHECK: store <32 x i8>
; CHECK-NEXT: br label
; CHECK: call void @slow(
; CHECK: ret void
define void @of_two_bounds(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
entry:
  br label %warps

warps:
  %warp = phi i32 [ 0, %entry ], [ %next, %again ]
  store volatile i32 %warp, ptr %context, align 4
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %by = shl i32 %warp, 5
  %at = add i32 %first, %by
  %last = add i32 %at, 31
  %below = icmp slt i32 %last, %n
  %row = icmp slt i32 %rounds, %n
  %in = and i1 %below, %row
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

; CHECK-LABEL: define void @of_three_warps(
; CHECK: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 {{.*}}, i32 64)
; CHECK-COUNT-3: store <32 x i8>
; CHECK: br label
; CHECK: store <32 x i8>
; CHECK-NEXT: br label
; CHECK: call void @slow(
define void @of_three_warps(ptr %context, ptr %params, i32 %first, i32 %rounds, ptr %x) {
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
  %more = icmp ult i32 %next, 3
  br i1 %more, label %warps, label %done

done:
  ret void
}

declare void @slow(i32)
!0 = !{}
!1 = !{!"branch_weights", i32 1000, i32 1}
!2 = !{!"branch_weights", i32 1, i32 1000}
