; SPDX-License-Identifier: Apache-2.0
; Whether a product of what all lanes have overflows is one bit, which a branch may ask for; of lanes it is a vector.
;
;   if (overflows(block[0] * block[1])) block[2] = 7
;   at[lane] = overflows(at[lane] * block[0])
;
; RUN: --from defer-additions --stop-after widen

; CHECK: [[PAIR:%.*]] = call { i32, i1 } @llvm.umul.with.overflow.i32(i32
; CHECK: [[BIT:%.*]] = extractvalue { i32, i1 } [[PAIR]], 1
; CHECK: br i1 [[BIT]], label
; CHECK: call { <32 x i32>, <32 x i1> } @llvm.umul.with.overflow.v32i32(<32 x i32>
define void @kernel.full() {
entry:
  call void @heddle.mask(i1 true)
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %a = load i32, ptr %block
  %to.b = getelementptr i32, ptr %block, i32 1
  %b = load i32, ptr %to.b
  %pair = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %over = extractvalue { i32, i1 } %pair, 1
  br i1 %over, label %yes, label %end

yes:
  call void @heddle.mask(i1 true)
  %to.c = getelementptr i32, ptr %block, i32 2
  store i32 7, ptr %to.c
  br label %end

end:
  call void @heddle.mask(i1 true)
  %at = getelementptr i32, ptr %block, i32 %lane
  %x = load i32, ptr %at
  %own = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %x, i32 %a)
  %bit = extractvalue { i32, i1 } %own, 1
  %word = zext i1 %bit to i32
  store i32 %word, ptr %at
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare void @heddle.mask(i1)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
