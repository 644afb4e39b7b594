// SPDX-License-Identifier: Apache-2.0
// Text of the old dialect, of which every pointer type is rewritten: of functions, of pointers, in
// address spaces, in aggregates, by value; in constants; over several lines. Each thread computes
// with numbers of its own.
#include "nvvm_test.h"

static const std::string kModule = kTarget + R"(
%struct.pair = type { i32, i32* }
%struct.list = type { %struct.list*, <2 x i32>* }
%"quoted * name" = type <{ i32 }>

@table = internal addrspace(4) constant [2 x i32 (i32)*] [i32 (i32)* @twice, i32 (i32)* @next], align 8
@counts = internal addrspace(1) global [2 x i32] zeroinitializer, align 4
@tile = internal addrspace(3) global [64 x i32] undef, align 4
@text = private unnamed_addr addrspace(4) constant [3 x i8] c"*;\00"
@unused = internal addrspace(1) global %struct.list zeroinitializer, align 8 ; i32* in a comment

define internal i32 @twice(i32 %x) noinline {
  %r = mul i32 %x, 2
  ret i32 %r
}
define internal i32 @next(i32 %x) noinline {
  %r = add i32 %x, 1
  ret i32 %r
}
define internal i32
  (i32)* @choose(i32 %i) {
  %p = getelementptr [2 x i32 (i32)*], [2 x i32 (i32)*] addrspace(4)* @table, i32 0, i32 %i
  %f = load i32 (i32)*, i32 (i32)* addrspace(4)* %p, align 8
  ret i32 (i32)* %f
}
define internal i32 @of_pair(%struct.pair* byval align 8 %pair, i32** nocapture readonly %unused) noinline {
  %a = getelementptr inbounds %struct.pair, %struct.pair* %pair, i32 0, i32 0
  %x = load i32, i32* %a, align 8
  %b = getelementptr inbounds %struct.pair, %struct.pair* %pair, i32 0, i32 1
  %p = load i32*, i32** %b, align 8
  %y = load i32, i32* %p, align 4
  store i32 -1, i32* %a, align 8
  %r = add i32 %x, %y
  ret i32 %r
}
define void @k(i32* %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %b, %n
  %i = add i32 %base, %t
  %wide = zext i32 %i to i64
  %own = getelementptr inbounds i32, i32* %data, i64 %wide
  ; through shared memory: that of the neighbour
  %mine = load i32, i32* %own, align 4
  %slot = getelementptr inbounds [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 %t
  store i32 %mine, i32 addrspace(3)* %slot, align 4
  call void @llvm.cuda.syncthreads()
  %u = xor i32 %t, 1
  %other = getelementptr inbounds [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 %u
  %theirs = load i32, i32* addrspacecast (i32 addrspace(3)* getelementptr ([64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 0) to i32*), align 4
  %near = load i32, i32 addrspace(3)* %other, align 4
  ; by value
  %pair = alloca %struct.pair, align 8
  %first = getelementptr inbounds %struct.pair, %struct.pair* %pair, i32 0, i32 0
  store i32 %near, i32* %first, align 8
  %second = getelementptr inbounds %struct.pair, %struct.pair* %pair, i32 0, i32 1
  store i32* %own, i32** %second, align 8
  %sum = call i32 @of_pair(%struct.pair* byval align 8 %pair, i32** null)
  %kept = load i32, i32* %first, align 8
  ; through a pointer to a function
  %odd = and i32 %t, 1
  %f = call i32 (i32)* @choose(i32 %odd)
  %called = call i32 %f(i32 %sum)
  %old = atomicrmw add i32 addrspace(1)* getelementptr inbounds ([2 x i32], [2 x i32] addrspace(1)* @counts, i64 0, i64 1), i32 1 monotonic
  %both = add i32 %called, %kept
  %all = add i32 %both, %theirs
  store i32 %all, i32* %own, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() nounwind readnone
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() nounwind readnone
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() nounwind readnone
declare void @llvm.cuda.syncthreads() nounwind
!0 = !{void (i32*)* @k, !"kernel", i32 1}
)" + kVersion;

int main() {
  begin();
  constexpr unsigned kBlock = 48;
  std::vector<int> data(2 * kBlock);
  for (unsigned i = 0; i < data.size(); ++i) data[i] = int(1000 + 7 * i * i);
  for (const char* level : {"-opt=3", "-opt=0"}) {
    nvvmProgram program = program_of(kModule, "old.ll");
    const auto got = run(kernel_of(ptx_of(program, {level}), "k"), data, kBlock);
    for (unsigned i = 0; i < data.size(); ++i) {
      const int near = data[i ^ 1], sum = near + data[i];
      const int wanted = (i % 2 ? sum + 1 : 2 * sum) + near + data[i / kBlock * kBlock];
      if (got[i] != wanted) {
        std::printf("FAIL %s: [%u] is %d, not %d\n", level, i, got[i], wanted);
        return 1;
      }
    }
  }
  std::puts("PASS");
}
