; SPDX-License-Identifier: Apache-2.0
; Loops as in lanes_leave_one_by_one.ll stay whole where a part that ended early would leave with something else
; than with the warp: what lanes leave with goes on changing (@drifts), or what their masks say is no longer
; so in a later iteration (@returns), or only at the later exit (@counts); and where parts would do something twice or
; know of each other (@stores, @loads, @neighbours), or more is needed than lanes (@numbers). @control is split.
;
; RUN: --from split-lane-loops --isa avx2 --stop-after split-lane-loops --changes

; CHECK: ; changed: split-lane-loops:1
; CHECK-LABEL: define <32 x float> @drifts(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @returns(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @counts(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @stores(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @loads(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @neighbours(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @numbers(
; CHECK-NOT: <8 x float>
; CHECK: fadd <32 x float>
; CHECK-NOT: <8 x float>
; CHECK-LABEL: define <32 x float> @control(
; CHECK: fadd <8 x float>
define <32 x float> @drifts(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %a1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @returns(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %all, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @counts(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %all, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @stores(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  store <32 x float> %a1, ptr null
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @loads(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %watched = load volatile i32, ptr null
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @neighbours(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %other = shufflevector <32 x float> %a, <32 x float> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14, i32 17, i32 16, i32 19, i32 18, i32 21, i32 20, i32 23, i32 22, i32 25, i32 24, i32 27, i32 26, i32 29, i32 28, i32 31, i32 30>
  %a0 = fadd <32 x float> %other, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}

define <32 x float> @numbers(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  %count = phi i32 [ %k, %loop ], [ %k1, %again ]
  %counts = insertelement <32 x float> %result, float 0.0, i32 %count
  ret <32 x float> %counts
}

define <32 x float> @control(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
entry:
  br label %loop
loop:
  %left = phi <32 x float> [ undef, %entry ], [ %left2, %again ]
  %active = phi <32 x i1> [ %all, %entry ], [ %stays, %again ]
  %k = phi i32 [ 0, %entry ], [ %k1, %again ]
  %a = phi <32 x float> [ %start, %entry ], [ %a1, %again ]
  %b = phi <32 x float> [ %start, %entry ], [ %b1, %again ]
  %c = phi <32 x float> [ %start, %entry ], [ %c1, %again ]
  %d = phi <32 x float> [ %start, %entry ], [ %d1, %again ]
  %e = phi <32 x float> [ %start, %entry ], [ %e1, %again ]
  %f = phi <32 x float> [ %start, %entry ], [ %f1, %again ]
  %a0 = fadd <32 x float> %a, %step
  %a2 = fmul <32 x float> %a0, %a0
  %a1 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %a2)
  %b0 = fadd <32 x float> %b, %a1
  %b2 = fmul <32 x float> %b0, %a0
  %b1 = fsub <32 x float> %b2, %a1
  %c0 = fadd <32 x float> %c, %b1
  %c2 = fmul <32 x float> %c0, %b0
  %c1 = fsub <32 x float> %c2, %b1
  %d0 = fadd <32 x float> %d, %c1
  %d2 = fmul <32 x float> %d0, %c0
  %d1 = fsub <32 x float> %d2, %c1
  %e0 = fadd <32 x float> %e, %d1
  %e2 = fmul <32 x float> %e0, %d0
  %e1 = fsub <32 x float> %e2, %d1
  %f0 = fadd <32 x float> %f, %e1
  %f2 = fmul <32 x float> %f0, %e0
  %f1 = fsub <32 x float> %f2, %e1
  %beyond = fcmp ogt <32 x float> %f1, %limit
  %leaves = select <32 x i1> %active, <32 x i1> %beyond, <32 x i1> zeroinitializer
  %within = xor <32 x i1> %beyond, splat (i1 true)
  %stays = select <32 x i1> %active, <32 x i1> %within, <32 x i1> zeroinitializer
  %left1 = select <32 x i1> %leaves, <32 x float> %a1, <32 x float> %left
  %bits = bitcast <32 x i1> %stays to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %end, label %again
again:
  %k1 = add nuw nsw i32 %k, 1
  %last = icmp eq i32 %k1, 256
  %leave = select i1 %last, <32 x i1> %stays, <32 x i1> zeroinitializer
  %left2 = select <32 x i1> %leave, <32 x float> %f1, <32 x float> %left1
  br i1 %last, label %end, label %loop
end:
  %result = phi <32 x float> [ %left1, %loop ], [ %left2, %again ]
  ret <32 x float> %result
}
declare <32 x float> @llvm.fabs.v32f32(<32 x float>)
