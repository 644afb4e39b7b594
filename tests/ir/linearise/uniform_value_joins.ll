; SPDX-License-Identifier: Apache-2.0
; A value that all lanes agree on at a join is uniform there, by whichever way they come: here some
; leave the loop instead, or all come before or behind a divergent branch.
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK: join:
; CHECK: br i1 {{.*}}, label %yes, label %
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %limit = load i32, ptr %place
  %common = load i32, ptr %block
  %even = icmp eq i32 %common, 7
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k3, %next ]
  %u = phi i32 [ 1, %entry ], [ %v, %next ]
  %k3 = add i32 %k, 3
  br i1 %even, label %leaving, label %stay
leaving:
  %leave = icmp eq i32 %k3, %limit
  br i1 %leave, label %found, label %join
stay:
  %begins = icmp eq i32 %k, 0
  br i1 %begins, label %join, label %part
part:
  %own = icmp ult i32 %k, %limit
  br i1 %own, label %alone, label %together
alone:
  store i32 %k, ptr %place
  br label %together
together:
  %w = mul i32 %u, 3
  %middle = icmp eq i32 %k, 3
  br i1 %middle, label %join, label %last
last:
  %x = add i32 %w, 5
  br label %join
join:
  %v = phi i32 [ %u, %leaving ], [ %u, %stay ], [ %w, %together ], [ %x, %last ]
  %big = icmp ugt i32 %v, 100
  br i1 %big, label %yes, label %next
yes:
  store i32 %v, ptr %place
  br label %next
next:
  %again = icmp ult i32 %k3, %limit
  br i1 %again, label %loop, label %end
found:
  store i32 7, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
