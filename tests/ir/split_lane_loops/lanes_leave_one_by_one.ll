; SPDX-License-Identifier: Apache-2.0
; A loop with eight values of all lanes, each of which fills four registers of AVX2, becomes four loops of eight
; lanes; with AVX-512, whose registers hold them, it stays.
;
;     while (true) {
;       a += step; b += a; ...
;       if (b > limit) { result = a; return; }
;       if (++k == 256) { result = b; return; }
;     }
;
; RUN: --from split-lane-loops --isa avx2 --changes
; RUN: --from split-lane-loops --isa avx512 --stop-after split-lane-loops | WIDE

; CHECK: ; changed: split-lane-loops:1
; CHECK-LABEL: define <32 x float> @kernel(
; CHECK: shufflevector <32 x float> %step, <32 x float> poison, <8 x i32> <i32 0, i32 1,
; CHECK: fadd <8 x float>
; CHECK: select <8 x i1> %{{.*}}, <8 x float>
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK: icmp eq i8 [[BITS]], 0
; CHECK: icmp eq i32 %{{.*}}, 256
; CHECK: shufflevector <32 x float> %step, <32 x float> poison, <8 x i32> <i32 24, i32 25,
; CHECK: bitcast <8 x i1> %{{.*}} to i8
; CHECK-NOT: fadd <32 x float>
; CHECK: ret <32 x float>
; WIDE-LABEL: define <32 x float> @kernel(
; WIDE-NOT: <16 x float>
; WIDE-NOT: <8 x float>
; WIDE: ret <32 x float>
define <32 x float> @kernel(<32 x float> %start, <32 x float> %step, <32 x float> %limit, <32 x i1> %all) {
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
