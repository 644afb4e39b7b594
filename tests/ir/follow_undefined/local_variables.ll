; SPDX-License-Identifier: Apache-2.0
; A mark of the front end is where an undefined value comes from; it becomes zero. What a stack
; object holds is undefined when it begins.
;
; RUN: --from follow-undefined --stop-after follow-undefined --probes 32768

; CHECK: call void @heddle.probe.object(ptr {{.*}}, ptr %array)
; CHECK-NOT: heddle.undefined
; CHECK: call void @heddle.probe.use(ptr {{.*}}, ptr null, i1 {{%.*}}, i32 {{[0-9]+}})
; CHECK-NEXT: br i1 %large
define void @kernel(i32 %n) {
entry:
  %array = alloca [8 x i32]
  %element = getelementptr i32, ptr %array, i32 %n
  store i32 1, ptr %element
  %unset = call i32 @heddle.undefined.variable.i32.v(i32 1)
  %some = icmp sgt i32 %n, 3
  %v = select i1 %some, i32 %n, i32 %unset
  %large = icmp sgt i32 %v, 10
  br i1 %large, label %yes, label %end
yes:
  store i32 2, ptr %element
  br label %end
end:
  ret void
}
declare i32 @heddle.undefined.variable.i32.v(i32)
