; SPDX-License-Identifier: Apache-2.0
; A branch whose both ways lead to one block gives its phis two edges from there: they must bring the
; very same vector, though the scalar that both name is spread to the lanes.
;
;   out[lane] = in[0] < 0 ? in[lane] : in[0]
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: phi <32 x i32> [ [[ONE:%.*]], %again ], [ [[ONE]], %again ], [ {{.*}}, %entry ]
; CHECK: store <32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %v = load i32, ptr %block
  %at = getelementptr i32, ptr %block, i32 %lane
  %w = load i32, ptr %at
  %low = icmp slt i32 %v, 5
  %negative = icmp slt i32 %v, 0
  br i1 %negative, label %out, label %again
again:
  call void @heddle.mask(i1 true)
  br i1 %low, label %out, label %out
out:
  %r = phi i32 [ %v, %again ], [ %v, %again ], [ %w, %entry ]
  call void @heddle.mask(i1 true)
  store i32 %r, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
