; SPDX-License-Identifier: Apache-2.0
; The sides of a divergent branch run one after the other, each under its mask and only if some lane
; takes it; a value where they meet is a select.
;
;   v = in[lane]; if (v > 7) r = f; else r = g; out[lane] = r
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: %big = icmp ugt i32 %v, 7
; CHECK: [[SMALL:%.*]] = xor i1 %big, true
; CHECK: yes.guard:
; CHECK: [[ANY:%.*]] = call i1 @heddle.any(i1 %big)
; CHECK: br i1 [[ANY]], label %yes, label %no.guard{{$}}
; CHECK: yes:
; CHECK: call void @heddle.mask(i1 %big)
; CHECK: store i32 1
; CHECK: no.guard:
; CHECK: [[OTHER:%.*]] = call i1 @heddle.any(i1 [[SMALL]])
; CHECK: br i1 [[OTHER]], label %no, label %meet{{$}}
; CHECK: no:
; CHECK: call void @heddle.mask(i1 [[SMALL]])
; CHECK: store i32 2
; CHECK: select i1 [[SMALL]], i32 %b
; CHECK: meet:
; CHECK: call void @heddle.mask(i1 true)
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %place
  %big = icmp ugt i32 %v, 7
  br i1 %big, label %yes, label %no
yes:
  store i32 1, ptr %block
  %a = mul i32 %v, 3
  br label %meet
no:
  store i32 2, ptr %block
  %b = mul i32 %v, 5
  br label %meet
meet:
  %r = phi i32 [ %a, %yes ], [ %b, %no ]
  store i32 %r, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
