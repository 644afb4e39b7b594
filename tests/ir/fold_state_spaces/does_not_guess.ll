; SPDX-License-Identifier: Apache-2.0
; Where a pointer points stays a question if it may point to two kinds of memory, or if it was made of
; what the kernel read: only the last question here has an answer.
;
; RUN: --from fold-state-spaces --changes

; CHECK: ; changed: fold-state-spaces:1
; CHECK-COUNT-5: call i32 @heddle.state.space(
; CHECK-NOT: call i32 @heddle.state.space(
; CHECK: store volatile i32 2, ptr %out
@shared = internal addrspace(3) global i32 poison
define void @kernel(ptr %out, i1 %c, i64 %number) {
  %block = call ptr @heddle.block()
  %shared = addrspacecast ptr addrspace(3) @shared to ptr
  %local = alloca i32
  %other = alloca i32
  %mixed = select i1 %c, ptr %local, ptr %shared
  %s0 = call i32 @heddle.state.space(ptr %mixed)
  store volatile i32 %s0, ptr %out
  %half = select i1 %c, ptr %local, ptr %out
  %s1 = call i32 @heddle.state.space(ptr %half)
  store volatile i32 %s1, ptr %out
  ; A pointer that somebody stored.
  %loaded = load ptr, ptr %out
  %s2 = call i32 @heddle.state.space(ptr %loaded)
  store volatile i32 %s2, ptr %out
  %made = inttoptr i64 %number to ptr
  %s3 = call i32 @heddle.state.space(ptr %made)
  store volatile i32 %s3, ptr %out
  ; Behind the parameters, other fields of the BlockContext point elsewhere.
  %field = getelementptr i8, ptr %block, i64 8
  %s4 = call i32 @heddle.state.space(ptr %field)
  store volatile i32 %s4, ptr %out
  %locals = select i1 %c, ptr %local, ptr %other
  %s5 = call i32 @heddle.state.space(ptr %locals)
  store volatile i32 %s5, ptr %out
  ret void
}
declare ptr @heddle.block() memory(none) nounwind willreturn speculatable
declare i32 @heddle.state.space(ptr) memory(none) nounwind willreturn speculatable
