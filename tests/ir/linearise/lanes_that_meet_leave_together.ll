; SPDX-License-Identifier: Apache-2.0
; Lanes part in the loop and meet again in the same round: all leave it together, so its branch
; stays, and what it counted is uniform behind it. So is a branch on that.
;
;   for (k = 0, c = 0; k < n; ++k) { if (place[lane] == k) place[lane] = 1; c += place[k]; }
;   place[lane] = c == 7 ? 1 : 2;
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: meet:
; CHECK: %more = icmp ult i32 %k1, %n
; CHECK-NEXT: br i1 %more, label %loop, label %behind{{$}}
; CHECK: behind:
; CHECK: br i1 {{.*}}, label %yes, label %no{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %n = load i32, ptr %block
  %place = getelementptr i32, ptr %block, i32 %lane
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %meet ]
  %c = phi i32 [ 0, %entry ], [ %c1, %meet ]
  %v = load i32, ptr %place
  %hit = icmp eq i32 %v, %k
  br i1 %hit, label %set, label %meet
set:
  store i32 1, ptr %place
  br label %meet
meet:
  %common = getelementptr i32, ptr %block, i32 %k
  %w = load i32, ptr %common
  %c1 = add i32 %c, %w
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %behind
behind:
  %count = phi i32 [ %c1, %meet ]
  %u = icmp eq i32 %count, 7
  br i1 %u, label %yes, label %no
yes:
  store i32 1, ptr %place
  br label %end
no:
  store i32 2, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
