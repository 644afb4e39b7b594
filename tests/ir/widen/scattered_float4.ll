; SPDX-License-Identifier: Apache-2.0
; float4 and float2 at unrelated places are loaded whole, a lane that is off from the stack; four bytes as
; one number. Where lanes lie side by side, other ways are better.
;
; RUN: --from combine-accesses --stop-after widen --block 32 --isa avx2
; RUN: --from combine-accesses --stop-after widen --block 32 --isa baseline | BASELINE

; BASELINE-NOT: load <4 x float>, ptr %{{[0-9]+}}, align 16
; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: [[NOTHING:%.*]] = alloca <4 x float>, align 16
; CHECK: store <4 x float> zeroinitializer, ptr [[NOTHING]]
; CHECK-COUNT-32: load double, ptr
; CHECK: @llvm.masked.gather.v32i32.v32p0(
; CHECK: trunc <32 x i32> {{%.*}} to <32 x i8>
; CHECK: select <32 x i1> {{%.*}}, <32 x ptr> {{%.*}}, <32 x ptr>
; CHECK-COUNT-32: load <4 x float>, ptr
; CHECK-NOT: load <4 x float>, ptr
; CHECK-NOT: masked.gather.v32f32
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %in = load ptr, ptr %params, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %from = load ptr, ptr %second, !invariant.load !0
  %third = getelementptr i8, ptr %params, i64 16
  %out = load ptr, ptr %third, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %in, i32 %lane
  %index = load i32, ptr %at
  %pair.at = getelementptr <2 x float>, ptr %from, i32 %index
  %pair = load <2 x float>, ptr %pair.at, align 8
  %x = extractelement <2 x float> %pair, i32 0
  %y = extractelement <2 x float> %pair, i32 1
  %bytes.at = getelementptr <4 x i8>, ptr %from, i32 %index
  %bytes = load <4 x i8>, ptr %bytes.at, align 4
  %b0 = extractelement <4 x i8> %bytes, i32 0
  %b3 = extractelement <4 x i8> %bytes, i32 3
  %b = add i8 %b0, %b3
  %bf = uitofp i8 %b to float
  %xy = fadd float %x, %y
  %sum = fadd float %xy, %bf
  %some = icmp slt i32 %index, 100
  br i1 %some, label %then, label %end
then:
  %four.at = getelementptr <4 x float>, ptr %from, i32 %index
  %four = load <4 x float>, ptr %four.at, align 16
  %f0 = extractelement <4 x float> %four, i32 0
  %f1 = extractelement <4 x float> %four, i32 1
  %f3 = extractelement <4 x float> %four, i32 3
  %f01 = fadd float %f0, %f1
  %f = fadd float %f01, %f3
  br label %end
end:
  %more = phi float [ 0.0, %entry ], [ %f, %then ]
  %total = fadd float %sum, %more
  %to = getelementptr float, ptr %out, i32 %lane
  store float %total, ptr %to
  ret void
}
declare ptr @heddle.block() memory(none)
declare i32 @heddle.lane() memory(none)
!0 = !{}
