; SPDX-License-Identifier: Apache-2.0
; An argument that has to be the same in all lanes of a call is a number in the callee. Where it is
; not the same in the caller, there is a call for each different one, of the lanes that have it. No
; context of the warp is given away, so barriers beside it stay plain.
;
; RUN: --from defer-additions --stop-after widen

; CHECK-LABEL: define internal void @kernel.full.warp(
; CHECK: call <32 x i32> @f.warp(ptr %0, ptr null, i32 %2, <32 x i1> splat (i1 true), i64 [[N:%.*]], <32 x i32> [[V:%.*]])
; CHECK: targets
; CHECK: [[ONE:%.*]] = extractelement <32 x i64> [[ALL:%.*]], i32
; CHECK: [[MINE:%.*]] = icmp eq <32 x i64> [[ALL]],
; CHECK: [[LANES:%.*]] = select <32 x i1> {{.*}}, <32 x i1> [[MINE]], <32 x i1> zeroinitializer
; CHECK: [[SOME:%.*]] = call <32 x i32> @f.warp(ptr %0, ptr null, i32 %2, <32 x i1> [[LANES]], i64 [[ONE]], <32 x i32> [[V]])
; CHECK: select <32 x i1> [[LANES]], <32 x i32> [[SOME]],
; CHECK: define internal <32 x i32> @f.warp(ptr %0, ptr %1, i32 %2, <32 x i1> %3, i64 %4, <32 x i32> %5)
; CHECK-NOT: gather
; CHECK: load i32
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %n = load i64, ptr %block
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %r = call i32 @f(i64 %n, i32 %v)
  store i32 %r, ptr %at
  %wide = getelementptr i64, ptr %block, i32 %lane
  %m = load i64, ptr %wide
  %s = call i32 @f(i64 %m, i32 %v)
  store i32 %s, ptr %at
  ret void
}
define internal i32 @f(i64 "heddle-uniform" %h, i32 %x) {
  %m = call i1 @heddle.entry.mask()
  call void @heddle.mask(i1 %m)
  %p = inttoptr i64 %h to ptr
  %k = load i32, ptr %p
  %r = mul i32 %x, %k
  ret i32 %r
}
declare ptr @heddle.block()
declare i32 @heddle.lane() memory(none)
declare void @heddle.mask(i1)
declare i1 @heddle.entry.mask()
