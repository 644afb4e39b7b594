; SPDX-License-Identifier: Apache-2.0
; A loop that begins at the thread's index and steps by the block's size runs as often for all
; threads: it is unrolled and has no test left.
;
;   for (int i = warp; i < 32; i += 8) out[i] = i;    warp < 8
;
; RUN: --from promote-locals --stop-after optimise --block 256

; CHECK-LABEL: define {{.*}}@kernel
; CHECK-COUNT-4: store i32
; CHECK-NOT: store i32
; CHECK-NOT: br
; CHECK: ret void
define internal void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %warp = call range(i32 0, 8) i32 @heddle.warp()
  br label %check
check:
  %i = phi i32 [ %warp, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, 32
  br i1 %more, label %body, label %done
body:
  %at = zext nneg i32 %i to i64
  %place = getelementptr i32, ptr %params, i64 %at
  store i32 %i, ptr %place
  %next = add nsw i32 %i, 8
  br label %check
done:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.warp() memory(none)
!0 = !{}
