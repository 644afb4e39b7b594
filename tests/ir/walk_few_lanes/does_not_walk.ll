; SPDX-License-Identifier: Apache-2.0
; No question where the whole warp does as well for few lanes (@arithmetic; @side_by_side: its loads are vectors), on a
; bound, which all lanes pass but for the last warps (@bound), where lanes meet (@vote), where what one does is to
; be seen in an order (@volatile, @atomic), and of memory that lanes exchange values in (@shared). @control asks.
;
; RUN: --from walk-few-lanes --isa avx2 --stop-after linearise --changes

; CHECK: ; changed: {{.*}}walk-few-lanes:1{{$}}
; CHECK-LABEL: define void @arithmetic(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @side_by_side(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @bound(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @vote(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @volatile(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @atomic(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @shared(
; CHECK-NOT: heddle.few
; CHECK-LABEL: define void @control(
; CHECK: heddle.few
define void @arithmetic() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %a = mul i32 %v, %v
  %b = mul i32 %a, %v
  store i32 %b, ptr %place
  br label %end
end:
  ret void
}
define void @side_by_side() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %p = getelementptr i32, ptr %place, i64 64
  %a = load i32, ptr %p
  %q = getelementptr i32, ptr %place, i64 128
  %b = load i32, ptr %q
  %c = add i32 %a, %b
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @bound() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %lane, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = load i32, ptr %p
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @vote() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = load i32, ptr %p
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  %n = call i32 @llvm.nvvm.activemask()
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @volatile() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = load volatile i32, ptr %p
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @atomic() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = atomicrmw add ptr %p, i32 1 monotonic
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @shared() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = load i32, ptr %p
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  %s = load i32, ptr addrspace(3) null
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
define void @control() {
entry:
  %block = call ptr @heddle.block()
  %lane = call i32 @heddle.lane()
  %i = zext nneg i32 %lane to i64
  %place = getelementptr i32, ptr %block, i64 %i
  %v = load i32, ptr %place
  %taken = icmp sgt i32 %v, 0
  br i1 %taken, label %work, label %end
work:
  %w = zext i32 %v to i64
  %p = getelementptr i32, ptr %block, i64 %w
  %a = load i32, ptr %p
  %b = zext i32 %a to i64
  %q = getelementptr i32, ptr %block, i64 %b
  %d = load i32, ptr %q
  %e = zext i32 %d to i64
  %r = getelementptr i32, ptr %block, i64 %e
  %f = load i32, ptr %r
  %g = zext i32 %f to i64
  %t = getelementptr i32, ptr %block, i64 %g
  %h = load i32, ptr %t
  %k = zext i32 %h to i64
  %u = getelementptr i32, ptr %block, i64 %k
  %l = load i32, ptr %u
  %m = zext i32 %l to i64
  %x = getelementptr i32, ptr %block, i64 %m
  %c = load i32, ptr %x
  store i32 %c, ptr %place
  br label %end
end:
  ret void
}
declare ptr @heddle.block()
declare i32 @heddle.lane()
declare i32 @llvm.nvvm.activemask()
