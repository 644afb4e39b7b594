; SPDX-License-Identifier: Apache-2.0
; Threads that run one by one wait for their warp in front of each question who is active, and at
; the end of a round of the loop that asks; not at another warp operation.
;
; RUN: --from keep-in-step --hurried

; CHECK-LABEL: define internal void @kernel()
; CHECK: taken:
; CHECK: call void @heddle.in.step(i32 0)
; CHECK-NEXT: call i32 @llvm.nvvm.activemask()
; CHECK-NOT: in.step
; CHECK: end:
; CHECK: call void @heddle.in.step(i32 1)
; CHECK-NEXT: br i1
; CHECK: done:
; CHECK-NOT: in.step
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %end ]
  %odd = and i32 %k, %lane
  %takes = icmp ne i32 %odd, 0
  br i1 %takes, label %taken, label %end
taken:
  %active = call i32 @llvm.nvvm.activemask()
  call void @llvm.nvvm.bar.warp.sync(i32 %active)
  store i32 %active, ptr %block
  br label %end
end:
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare i32 @llvm.nvvm.activemask()
declare void @llvm.nvvm.bar.warp.sync(i32)
