; SPDX-License-Identifier: Apache-2.0
; A loop that lanes leave in different rounds goes round while any lane does; the lanes still in it
; are a phi, and what a lane leaves with is kept from its last round.
;
;   k = 0; do k += 3; while (k < in[lane]);  out[lane] = k
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: loop:
; CHECK: [[KEPT:%.*]] = phi i32 [ undef, %entry ], [ [[NOW:%.*]], %loop ]
; CHECK: [[LANES:%.*]] = phi i1 [ true, %entry ], [ [[ON:%.*]], %loop ]
; CHECK: %k = phi i32 [ 0, %entry ], [ %k3, %loop ]
; CHECK: call void @heddle.mask(i1 [[LANES]])
; CHECK: [[ON]] = select i1 [[LANES]], i1 %more, i1 false
; CHECK: [[OUT:%.*]] = select i1 [[LANES]], i1 {{.*}}, i1 false
; CHECK: [[NOW]] = select i1 [[OUT]], i32 %k3, i32 [[KEPT]]
; CHECK: [[ANY:%.*]] = call i1 @heddle.any(i1 [[ON]])
; CHECK: br i1 [[ANY]], label %loop, label %end{{$}}
; CHECK: end:
; CHECK: call void @heddle.mask(i1 true)
; CHECK: store i32 [[NOW]], ptr %place
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %limit = load i32, ptr %place
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k3, %loop ]
  %k3 = add i32 %k, 3
  %more = icmp ult i32 %k3, %limit
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %k3, %loop ]
  store i32 %r, ptr %place
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
