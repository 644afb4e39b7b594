; SPDX-License-Identifier: Apache-2.0
; A structure by value becomes a copy that the caller holds, so a call that stays is no tail call
; any more: LLVM would drop the stores to what no tail call reads.
;
; RUN: --from inline-functions --stop-after inline-functions
; CHECK-LABEL: define internal i32 @down(
; CHECK: [[COPY:%[0-9]+]] = alloca %pair
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 [[COPY]], ptr align 4 %mine
; CHECK-NOT: tail call
; CHECK: call i32 @down(ptr align 4 [[COPY]])
%pair = type { i32, i32 }
define void @kernel() {
  %block = call ptr @heddle.block()
  %s = alloca %pair
  store i32 5, ptr %s
  %r = call i32 @down(ptr byval(%pair) align 4 %s)
  store i32 %r, ptr %block
  ret void
}
define internal i32 @down(ptr byval(%pair) align 4 %p) {
  %mine = alloca %pair
  %x = load i32, ptr %p
  %stop = icmp eq i32 %x, 0
  br i1 %stop, label %end, label %more
more:
  %less = sub i32 %x, 1
  store i32 %less, ptr %mine
  %rest = tail call i32 @down(ptr byval(%pair) align 4 %mine)
  %sum = add i32 %rest, %x
  ret i32 %sum
end:
  ret i32 0
}
declare ptr @heddle.block()
