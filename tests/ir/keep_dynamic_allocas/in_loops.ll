; SPDX-License-Identifier: Apache-2.0
; Stack objects of run-time size or in a loop are memory of the thread's own that its function gives
; back at its end; one of constant size at the start stays. So do marks that clang left behind when
; it inlined a function with such objects: the thread's bytes, not the host's stack pointer.
;
;   for (unsigned k = 0; k < n; ++k) {
;     { int* p = (int*)alloca(k); *p = k; }    an inlined function
;     kept = alloca(16); }
;
; RUN: --from specialise --stop-after keep-dynamic-allocas

; CHECK-LABEL: define void @kernel()
; CHECK: %fixed = alloca [4 x i32]
; CHECK: %[[USED:.*]] = call i64 @heddle.stack.save(
; CHECK: loop:
; CHECK: %[[MARK:.*]] = call i64 @heddle.stack.save(
; CHECK: %mark = inttoptr i64 %[[MARK]] to ptr
; CHECK: %[[BYTES:.*]] = mul i64 %{{.*}}, 1
; CHECK: %p = call align 64 ptr @heddle.alloca(i32 %{{.*}}, i64 %[[BYTES]], i64 64)
; CHECK: %[[BACK:.*]] = ptrtoint ptr %mark to i64
; CHECK: call void @heddle.stack.restore(i32 %{{.*}}, i64 %[[BACK]])
; CHECK: %kept = call align 16 ptr @heddle.alloca(i32 %{{.*}}, i64 16, i64 16)
; CHECK: end:
; CHECK: call void @heddle.stack.restore(i32 %{{.*}}, i64 %[[USED]])
; CHECK-NEXT: ret void
define void @kernel() {
  %fixed = alloca [4 x i32]
  %block = call ptr @heddle.block()
  %n = load i32, ptr %block
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %mark = call ptr @llvm.stacksave.p0()
  %p = alloca i8, i32 %k, align 64
  store i32 %k, ptr %p
  call void @llvm.stackrestore.p0(ptr %mark)
  %kept = alloca [4 x i32], align 8
  store ptr %kept, ptr %fixed
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare ptr @heddle.block()
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
