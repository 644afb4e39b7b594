; SPDX-License-Identifier: Apache-2.0
; A loop that waits for asynchronous copies, but for the last two groups, is marked with that; one that waits for all is not.
;
; RUN: --from note-steps --stop-after note-steps --probes 134217728

; CHECK: br i1 %more, label %later, label %middle, !llvm.loop [[MARKED:![0-9]+]]
; CHECK: br i1 %again, label %at_once, label %end{{$}}
; CHECK: [[MARKED]] = distinct !{[[MARKED]], [[MARK:![0-9]+]]}
; CHECK: [[MARK]] = !{!"heddle.copies_ahead", i32 2}
define void @kernel(ptr %out, i32 %n) {
entry:
  br label %later
later:
  %i = phi i32 [ 0, %entry ], [ %i.next, %later ]
  call void @__heddle_async(i32 0, ptr %out, ptr %out, i32 4)
  call void @__heddle_async(i32 1, ptr null, ptr null, i32 0)
  call void @__heddle_async(i32 2, ptr null, ptr null, i32 2)
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %later, label %middle
middle:
  br label %at_once
at_once:
  %k = phi i32 [ 0, %middle ], [ %k.next, %at_once ]
  call void @__heddle_async(i32 0, ptr %out, ptr %out, i32 4)
  call void @__heddle_async(i32 1, ptr null, ptr null, i32 0)
  call void @__heddle_async(i32 2, ptr null, ptr null, i32 0)
  %k.next = add i32 %k, 1
  %again = icmp slt i32 %k.next, %n
  br i1 %again, label %at_once, label %end
end:
  ret void
}
declare void @__heddle_async(i32, ptr, ptr, i32)
