; SPDX-License-Identifier: Apache-2.0
; A branch on a value that all lanes share stays a branch, in code that diverges elsewhere too.
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: br i1 %many, label %large, label %small{{$}}
; CHECK: large:
; CHECK-NEXT: call void @heddle.mask(i1 true)
; CHECK: small:
; CHECK-NEXT: call void @heddle.mask(i1 true)
; CHECK: %r = phi i32 [ 10, %large ], [ 20, %small ]
; CHECK: call i1 @heddle.any(i1 %big)
; CHECK: yes:
; CHECK: call void @heddle.mask(i1 %big)
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  %many = icmp ugt i32 %n, 100
  br i1 %many, label %large, label %small
large:
  store i32 1, ptr %block
  br label %meet
small:
  store i32 2, ptr %block
  br label %meet
meet:
  %r = phi i32 [ 10, %large ], [ 20, %small ]
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %place
  %big = icmp ugt i32 %v, 7
  br i1 %big, label %yes, label %end
yes:
  store i32 %r, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
