// SPDX-License-Identifier: Apache-2.0
// Text of the new dialect, and the warp operations that the two dialects name differently: shuffle,
// vote and match, with another value in each lane.
#include "nvvm_test.h"

static const std::string kHead = kTarget + R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)
declare i32 @llvm.nvvm.match.any.sync.i64(i32, i64)
declare void @llvm.nvvm.membar(i32)
)";
// %d is what the lane above has, %r whether there is one.
static const std::string kOld =
    R"(declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
define void @k(i32* %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, i32* %data, i32 %t
  %x = load i32, i32* %p
  %s = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 2, i32 %x, i32 1, i32 31)
)";
static const std::string kNew =
    R"(declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
define void @k(ptr %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %data, i32 %t
  %x = load i32, ptr %p
  %s = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %x, i32 1, i32 31)
)";
static const std::string kRest = R"(  %d = extractvalue {i32, i1} %s, 0
  %r = extractvalue {i32, i1} %s, 1
  %even = icmp eq i32 0, 1
  %bit = and i32 %x, 1
  %is_odd = icmp eq i32 %bit, 1
  %v3 = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %is_odd)
  %ballot = extractvalue {i32, i1} %v3, 0
  %v0 = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 0, i1 %is_odd)
  %all = extractvalue {i32, i1} %v0, 1
  %v1 = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %is_odd)
  %any = extractvalue {i32, i1} %v1, 1
  %v2 = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 2, i1 %is_odd)
  %equal = extractvalue {i32, i1} %v2, 1
  %m = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 %x)
  %same = extractvalue {i32, i1} %m, 1
  %group = zext i32 %bit to i64
  %peers = call i32 @llvm.nvvm.match.any.sync.i64(i32 -1, i64 %group)
  %odds = call i32 @llvm.nvvm.barrier0.popc(i32 %bit)
  call void @llvm.nvvm.membar(i32 1)
  %c0 = zext i1 %r to i32
  %c1 = select i1 %all, i32 2, i32 0
  %c2 = select i1 %any, i32 4, i32 0
  %c3 = select i1 %equal, i32 8, i32 0
  %c4 = select i1 %same, i32 16, i32 0
  %o0 = or i32 %c0, %c1
  %o1 = or i32 %o0, %c2
  %o2 = or i32 %o1, %c3
  %o3 = or i32 %o2, %c4
  %h0 = mul i32 %o3, 1000
  %h1 = add i32 %h0, %d
  %h2 = xor i32 %h1, %ballot
  %h3 = add i32 %h2, %peers
  %h4 = mul i32 %odds, 65536
  %h5 = add i32 %h3, %h4
)";

int main() {
  begin();
  const std::string old_module = kHead + kOld + kRest +
                                 "  store i32 %h5, i32* %p\n  ret void\n}\n"
                                 "!0 = !{void (i32*)* @k, !\"kernel\", i32 1}\n" +
                                 kVersion;
  const std::string new_module = kHead + kNew + kRest +
                                 "  store i32 %h5, ptr %p\n  ret void\n}\n"
                                 "!0 = !{ptr @k, !\"kernel\", i32 1}\n" +
                                 kVersion;
  std::vector<unsigned> data(64);
  for (unsigned i = 0; i < data.size(); ++i) data[i] = 5 * i * i + i / 3;
  std::vector<unsigned> wanted(data.size());
  unsigned odds = 0;
  for (unsigned x : data) odds += x % 2;
  for (unsigned i = 0; i < data.size(); ++i) {
    const unsigned warp = i / 32 * 32;
    unsigned ballot = 0;
    for (unsigned k = 0; k < 32; ++k) ballot |= (data[warp + k] % 2) << k;
    const bool has_next = i % 32 != 31;
    const unsigned flags = (has_next ? 1 : 0) | 4;  // any; neither all nor equal nor the same
    const unsigned peers = data[i] % 2 ? ballot : ~ballot;
    wanted[i] = ((1000 * flags + data[has_next ? i + 1 : i]) ^ ballot) + peers + 65536 * odds;
  }
  for (const std::string* module : {&old_module, &new_module}) {
    nvvmProgram program = program_of(*module);
    THAT(run(kernel_of(ptx_of(program), "k"), data, 64) == wanted);
  }
  std::puts("PASS");
}
