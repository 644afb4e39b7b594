; SPDX-License-Identifier: Apache-2.0
; A loop that counts by blockDim has a step that nvcc does not know: it is marked, one with a number as its step is not.
;
; RUN: --from note-steps --stop-after note-steps --probes 134217728

; CHECK: br i1 %more, label %of_block, label %middle, !llvm.loop [[MARKED:![0-9]+]]
; CHECK: br i1 %again, label %of_warp, label %end{{$}}
; CHECK: [[MARKED]] = distinct !{[[MARKED]], [[MARK:![0-9]+]], [[STAYS:![0-9]+]]}
; CHECK: [[MARK]] = !{!"heddle.step_of_launch", i32 1}
; CHECK: [[STAYS]] = !{!"llvm.loop.unroll.disable", i32 1}
define void @kernel(ptr %out, i32 %n) {
entry:
  %first = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %step = shl i32 %width, 1
  br label %of_block
of_block:
  %i = phi i32 [ %first, %entry ], [ %i.next, %of_block ]
  %p = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %p
  %i.next = add i32 %i, %step
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %of_block, label %middle
middle:
  br label %of_warp
of_warp:
  %k = phi i32 [ %first, %middle ], [ %k.next, %of_warp ]
  %q = getelementptr i32, ptr %out, i32 %k
  store i32 2, ptr %q
  %k.next = add i32 %k, 32
  %again = icmp slt i32 %k.next, %n
  br i1 %again, label %of_warp, label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
