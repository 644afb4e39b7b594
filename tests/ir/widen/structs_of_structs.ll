; SPDX-License-Identifier: Apache-2.0
; Operations on structures of structures are done part by part.
;
; RUN: --from defer-additions --stop-after widen

%narrow = type { i16 }
%pair = type { %narrow, %narrow }

; CHECK-LABEL: define {{.*}}@kernel.full
; CHECK: [[C:%.*]] = icmp slt <32 x i32>
; CHECK: select <32 x i1> [[C]], <32 x i16> {{.*}}, <32 x i16> {{splat \(i16 3\)|<i16 3}}
; CHECK: select <32 x i1> [[C]], <32 x i16> {{.*}}, <32 x i16> {{splat \(i16 4\)|<i16 4}}
; CHECK: ret void
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %at = getelementptr i32, ptr %block, i32 %lane
  %v = load i32, ptr %at
  %low = trunc i32 %v to i16
  %shifted = lshr i32 %v, 16
  %high = trunc i32 %shifted to i16
  %half = insertvalue %pair poison, i16 %low, 0, 0
  %whole = insertvalue %pair %half, i16 %high, 1, 0
  %c = icmp slt i32 %v, 0
  %chosen = select i1 %c, %pair %whole, %pair { %narrow { i16 3 }, %narrow { i16 4 } }
  %first = extractvalue %pair %chosen, 0, 0
  %second = extractvalue %pair %chosen, 1, 0
  %a = zext i16 %first to i32
  %b = zext i16 %second to i32
  %sum = add i32 %a, %b
  store i32 %sum, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
