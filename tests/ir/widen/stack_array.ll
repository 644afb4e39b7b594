; SPDX-License-Identifier: Apache-2.0
; A local array exists once a lane.
;
;   int a[4]; a[in[lane] % 4] = 1; out[lane] = a[2]
;
; RUN: --from defer-additions --stop-after widen

; CHECK: %a = alloca [512 x i8], align 64
; CHECK: [[MINE:%.*]] = getelementptr i8, ptr %a, <32 x i64> <i64 0, i64 16, i64 32,
; CHECK: getelementptr [4 x i32], <32 x ptr> [[MINE]], i32 0, <32 x i32>
; CHECK: store <32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %a = alloca [4 x i32]
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %k = and i32 %v, 3
  %to = getelementptr [4 x i32], ptr %a, i32 0, i32 %k
  store i32 1, ptr %to
  %from = getelementptr [4 x i32], ptr %a, i32 0, i32 2
  %r = load i32, ptr %from
  store i32 %r, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
