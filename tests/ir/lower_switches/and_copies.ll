; SPDX-License-Identifier: Apache-2.0
; A switch becomes branches, a small memcpy loads and stores.
;
; RUN: --from unify-exits --stop-after canonicalise-loops

; CHECK-LABEL: define void @kernel()
; CHECK-NOT: switch
; CHECK: icmp eq i32 %lane, 21
; CHECK: icmp eq i32 %lane, 9
; CHECK: icmp eq i32 %lane, 3
; CHECK: copy:
; CHECK-NOT: @llvm.memcpy
; CHECK: load i64
; CHECK: load i64
; CHECK: load i32
; CHECK: store i64
; CHECK: store i64
; CHECK: store i32
; CHECK: other:
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  switch i32 %lane, label %end [
    i32 3, label %copy
    i32 9, label %copy
    i32 21, label %other
  ]
copy:
  %from = getelementptr i8, ptr %block, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %block, ptr align 8 %from, i64 20, i1 false)
  br label %end
other:
  store i32 5, ptr %block
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
