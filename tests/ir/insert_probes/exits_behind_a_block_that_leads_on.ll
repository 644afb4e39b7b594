; SPDX-License-Identifier: Apache-2.0
; What a block behind a loop computes that only leads on to the next one is known where the loop ends.
;
; RUN: --from merge-accesses --stop-after insert-probes --probes 512

; CHECK: loop:
; CHECK: %goes.on = select i1 %stays, i1 %more, i1 false
; CHECK-NEXT: [[RETURNS:%.*]] = xor i1 %stays, true
; CHECK-NEXT: [[ENDED:%.*]] = select i1 %goes.on, i1 false, i1 [[RETURNS]]
; CHECK-NEXT: call void @heddle.probe.exit(ptr {{.*}}, i1 [[ENDED]])
; CHECK-NEXT: br i1 %goes.on, label %loop, label %out{{$}}
define void @kernel() {
entry:
  %block = call ptr @heddle.block()
  %params = load ptr, ptr %block, !invariant.load !0
  %data = load ptr, ptr %params, !invariant.load !0
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %data, i32 %lane
  %enters = icmp slt i32 %lane, 20
  br i1 %enters, label %enter, label %joined
enter:
  br label %loop
loop:
  %k = phi i32 [ 0, %enter ], [ %next, %loop ]
  %b = call i32 @heddle.barrier(i32 0, i32 0, i32 0, i1 false)
  %v = load i32, ptr %at
  %next = add i32 %k, 1
  %stays = icmp ne i32 %v, %k
  %more = icmp ult i32 %next, 12
  %goes.on = select i1 %stays, i1 %more, i1 false
  br i1 %goes.on, label %loop, label %out
out:
  %stayed = phi i1 [ %stays, %loop ]
  %returns = xor i1 %stayed, true
  br label %joined
joined:
  %returned = phi i1 [ false, %entry ], [ %returns, %out ]
  br i1 %returned, label %end, label %rest
rest:
  store i32 1, ptr %at
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @heddle.barrier(i32, i32, i32, i1)
!0 = !{}
