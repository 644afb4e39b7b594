; SPDX-License-Identifier: Apache-2.0
; A schedule may let another thread go on before loads, stores and atomic operations that others
; see: not at the thread's own variables, at constants, at the context of the block, and in a loop
; that only waits, which yields.
;
; RUN: --from switch-at-accesses --single-threads --switches

@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define internal void @kernel()
; CHECK: %shared = load ptr
; CHECK-NOT: heddle.switch
; CHECK: store i32 1, ptr %mine
; CHECK-NOT: heddle.switch
; CHECK: load i32, ptr @table
; CHECK: call void @heddle.switch()
; CHECK-NEXT: store i32 %known, ptr %shared
; CHECK: call void @heddle.switch()
; CHECK-NEXT: atomicrmw
; CHECK: wait:
; CHECK-NEXT: load volatile
; CHECK: end:
; CHECK-NEXT: call void @heddle.switch()
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: call void @heddle.switch()
; CHECK-NEXT: load i32, ptr %shared
; CHECK-NEXT: ret void
define internal void @kernel() {
entry:
  %mine = alloca i32
  %block = call ptr @heddle.block()
  %place = getelementptr i8, ptr %block, i64 8
  %shared = load ptr, ptr %place
  store i32 1, ptr %mine
  %known = load i32, ptr @table
  store i32 %known, ptr %shared
  %old = atomicrmw add ptr %shared, i32 1 monotonic
  br label %wait
wait:
  %seen = load volatile i32, ptr %shared
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %wait, label %end
end:
  call void @llvm.memcpy.p0.p0.i64(ptr %mine, ptr %shared, i64 4, i1 false)
  %x = load i32, ptr %shared
  ret void
}
declare ptr @heddle.block()
