; SPDX-License-Identifier: Apache-2.0
; Walks that look for the end of a structure stay in vector code: a null (volatile), the root of a
; set, which names itself, and a search by what stands at nodes that the kernel does not write.
;
;   while ((p = next[p]) >= 0) {}   while ((q = set[x]) != x) x = q;   while (key[p] != k) p = down[p];
;   next[lane] = x;
;   set[lane] = x;
;
; RUN: --from insert-yields

; CHECK-NOT: compiled again
; CHECK: list:
; CHECK: root:
; CHECK-NOT: yield
; CHECK: search:
; CHECK-NOT: yield
; CHECK: end:
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %params = load ptr, ptr %block, !invariant.load !0
  %next = load ptr, ptr %params, !invariant.load !0
  %a1 = getelementptr i8, ptr %params, i64 8
  %set = load ptr, ptr %a1, !invariant.load !0
  %a2 = getelementptr i8, ptr %params, i64 16
  %key = load ptr, ptr %a2, !invariant.load !0
  %a3 = getelementptr i8, ptr %params, i64 24
  %down = load ptr, ptr %a3, !invariant.load !0
  br label %list
list:
  %p = phi i32 [ %lane, %entry ], [ %q, %list ]
  %at = getelementptr i32, ptr %next, i32 %p
  %q = load volatile i32, ptr %at
  %more = icmp sgt i32 %q, -1
  br i1 %more, label %list, label %root.pre
root.pre:
  br label %root
root:
  %x = phi i32 [ %lane, %root.pre ], [ %y, %root ]
  %of = getelementptr i32, ptr %set, i32 %x
  %y = load i32, ptr %of
  %up = icmp ne i32 %y, %x
  br i1 %up, label %root, label %search.pre
search.pre:
  %x1 = phi i32 [ %x, %root ]
  br label %search
search:
  %s = phi i32 [ %lane, %search.pre ], [ %s1, %search ]
  %k.at = getelementptr i32, ptr %key, i32 %s
  %k = load i32, ptr %k.at
  %n.at = getelementptr i32, ptr %down, i32 %s
  %s1 = load i32, ptr %n.at
  %found = icmp eq i32 %k, %lane
  br i1 %found, label %end, label %search
end:
  %mine = getelementptr i32, ptr %set, i32 %lane
  store i32 %x1, ptr %mine
  %first = getelementptr i32, ptr %next, i32 %lane
  store volatile i32 %x1, ptr %first
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
!0 = !{}
