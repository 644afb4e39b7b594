; SPDX-License-Identifier: Apache-2.0
; In front of each function that pointers lead to stands a mark. What has none is not called: the
; launch ends, for the first of the lanes that call it.
;
;   out[lane] = f(in[lane])                 one pointer for all lanes
;   out[lane] = table[in[lane]](in[lane])   one call for each
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[F:%.*]] = load ptr, ptr %0
; CHECK: [[BEFORE:%.*]] = getelementptr i8, ptr [[F]], i64 -8
; CHECK: [[WORD:%.*]] = select i1 {{.*}}, ptr @heddle.no.function, ptr [[BEFORE]]
; CHECK: %mark = load i64, ptr [[WORD]], align 1
; CHECK: br i1 {{.*}}, label %no.function, label %function
; CHECK: no.function:
; CHECK: call void @heddle_rt_no_function(ptr %0, i32 %2, i32 {{.*}}, ptr [[F]])
; CHECK-NEXT: unreachable
; CHECK: function:
; CHECK: call <32 x i32> [[F]](ptr %0, ptr %1, i32 %2,
; CHECK: targets:
; CHECK: [[ONE:%.*]] = inttoptr i64 {{.*}} to ptr
; CHECK: call void @heddle_rt_no_function(ptr %0, i32 %2, i32 {{.*}}, ptr [[ONE]])
; CHECK-NEXT: unreachable
; CHECK: call <32 x i32> [[ONE]](ptr %0, ptr %1, i32 %2,
define void @kernel.full() {
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %f = load ptr, ptr %block
  %r = call i32 %f(i32 %v)
  store i32 %r, ptr %at
  %row = getelementptr ptr, ptr %block, i32 %v
  %g = load ptr, ptr %row
  %s = call i32 %g(i32 %v)
  store i32 %s, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
