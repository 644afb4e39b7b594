; SPDX-License-Identifier: Apache-2.0
; Where lanes of a divergent branch meet, a value is uniform if both sides bring the same one, even if
; another way there, which all lanes take together, brings another: a loop over tiles whose last one
; is checked item by item. What one side of the branch brings alone is not.
;
; RUN: --from combine-accesses --stop-after linearise

; CHECK-LABEL: @beside
; CHECK: next:
; CHECK: icmp slt i32 %t{{.*}}, %end
; CHECK-NOT: call i1 @heddle.any
; CHECK: br i1 {{.*}}, label %loop, label %
define void @beside() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %own = load i32, ptr %place
  %end = load i32, ptr %block
  br label %loop
loop:
  %tile = phi i32 [ 0, %entry ], [ %t, %next ]
  %rest = sub i32 %end, %tile
  %whole = icmp sgt i32 %rest, 100
  br i1 %whole, label %full, label %check
full:
  store i32 %tile, ptr %place
  %after = add i32 %tile, 100
  br label %next
check:
  %inside = icmp slt i32 %own, %rest
  br i1 %inside, label %item, label %next
item:
  store i32 %own, ptr %place
  br label %next
next:
  %t = phi i32 [ %after, %full ], [ %end, %item ], [ %end, %check ]
  %again = icmp slt i32 %t, %end
  br i1 %again, label %loop, label %out
out:
  ret void
}

; CHECK-LABEL: @mixed
; CHECK: next:
; CHECK: call i1 @heddle.any
; CHECK: br i1 {{.*}}, label %loop, label %
define void @mixed() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %place = getelementptr i32, ptr %block, i32 %lane
  %own = load i32, ptr %place
  %end = load i32, ptr %block
  br label %loop
loop:
  %tile = phi i32 [ 0, %entry ], [ %t, %next ]
  %rest = sub i32 %end, %tile
  %whole = icmp sgt i32 %rest, 100
  br i1 %whole, label %full, label %check
full:
  store i32 %tile, ptr %place
  %after = add i32 %tile, 100
  br label %next
check:
  %inside = icmp slt i32 %own, %rest
  br i1 %inside, label %item, label %next
item:
  store i32 %own, ptr %place
  br label %next
next:
  %t = phi i32 [ %after, %full ], [ %tile, %item ], [ %end, %check ]
  %again = icmp slt i32 %t, %end
  br i1 %again, label %loop, label %out
out:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
