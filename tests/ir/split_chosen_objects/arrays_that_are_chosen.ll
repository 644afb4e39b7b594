; SPDX-License-Identifier: Apache-2.0
; An access whose array is chosen becomes one for each array, where a tool answers (event 1024): then
; each has a variable, or a stack object.
;
;     p = c ? first : second;             p = here ? numbers : global;
;     v = p[i];                           p[i] = v;
;
; RUN: --from split-chosen-objects --stop-after note-variables --probes 1028
; RUN: --from split-chosen-objects --stop-after note-variables --probes 4 | PLAIN
; PLAIN: load i32, ptr addrspace(3) %at
; PLAIN: store i32 %v, ptr %to

@first = internal addrspace(3) global [32 x i32] undef
@second = internal addrspace(3) global [16 x i32] undef

; CHECK: [[ONE:%.*]] = getelementptr i8, ptr addrspace(3) @first, i{{.*}}
; CHECK: load i32, ptr addrspace(3) [[ONE]], {{.*}}!heddle.variable ![[FIRST:[0-9]+]]
; CHECK: [[TWO:%.*]] = getelementptr i8, ptr addrspace(3) @second, i{{.*}}
; CHECK: load i32, ptr addrspace(3) [[TWO]], {{.*}}!heddle.variable ![[SECOND:[0-9]+]]
; CHECK: [[OWN:%.*]] = getelementptr i8, ptr %numbers, i64
; CHECK: store i32 [[V:%.*]], ptr [[OWN]]
; CHECK: store i32 [[V]], ptr %to
; CHECK-DAG: ![[FIRST]] = !{!"first", i64 128
; CHECK-DAG: ![[SECOND]] = !{!"second", i64 64
define void @kernel() {
  %numbers = alloca [8 x i32]
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %c = icmp ult i32 %lane, 7
  %p = select i1 %c, ptr addrspace(3) @first, ptr addrspace(3) @second
  %at = getelementptr i32, ptr addrspace(3) %p, i32 %lane
  %v = load i32, ptr addrspace(3) %at
  br i1 %c, label %here, label %there
here:
  br label %both
there:
  br label %both
both:
  %q = phi ptr [ %numbers, %here ], [ %data, %there ]
  %to = getelementptr i32, ptr %q, i32 %lane
  store i32 %v, ptr %to
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
