// SPDX-License-Identifier: Apache-2.0
// Headers in memory and in folders, macros, and Heddle's own headers in a program of NVRTC's.
#include <fstream>

#include "nvrtc_test.h"

constexpr const char* kSource = R"(
#include "first.h"
#include <deep/second.h>
#include "../outside.h"
#include <onfile.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#ifndef __CUDACC_RTC__
#error "no __CUDACC_RTC__"
#endif
#ifdef REMOVED
#error "-U does nothing"
#endif
namespace cg = cooperative_groups;
extern "C" __global__ void sum(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const __half2 two = __floats2half2_rn(FACTOR, 1.0f);
  assert(threadIdx.x < 1024);  // without a header
  int total = threadIdx.x;
  for (int at = 16; at > 0; at /= 2) total += warp.shfl_xor(total, at);
  out[threadIdx.x] = total * first() + second() + outside() + ON_FILE + int(__low2float(two)) + threadIdx.x;
}
)";

// Neither __device__ nor __host__: what -default-device is for.
constexpr const char* kPlain = R"(
int twice(int x) { return 2 * x; }
struct Adder { int by; int operator()(int x) const { return x + by; } };
extern "C" __global__ void plain(int* out) { out[threadIdx.x] = Adder{10}(twice(threadIdx.x)); }
)";

int main() {
  begin();
  std::ofstream("onfile.h") << "#define ON_FILE 5000\n";
  nvrtcProgram program = program_of(
      kSource, "program.cu",
      {{"first.h",
        "#pragma once\n#include \"deep/third.h\"\n__device__ int first() { return THIRD; }\n"},
       {"deep/second.h", "#include \"third.h\"\n__device__ int second() { return THIRD * 100; }\n"},
       {"deep/third.h", "#pragma once\n#define THIRD 2\n"},
       {"../outside.h", "__device__ int outside() { return 1000; }\n"}});
  must_compile(program, {"-DFACTOR=3", "-D", "REMOVED", "-UREMOVED", "-I", ".", "--std=c++17"});
  const auto out = ints_of(function(module_of(program), "sum"), 64);
  for (int i = 0; i < 64; ++i) {
    THAT(out[i] == (i < 32 ? 496 : 496 + 1024) * 2 + 200 + 1000 + 5000 + 3 + i);
  }

  nvrtcProgram plain = program_of(kPlain);
  must_compile(plain, {"-I.", "-default-device"});
  const auto doubled = ints_of(function(module_of(plain), "plain"), 33);
  for (int i = 0; i < 33; ++i) THAT(doubled[i] == 2 * i + 10);
  // Without it they are functions of the host.
  nvrtcProgram host = program_of(kPlain);
  IS(compile(host, {"-I.", "-arch=sm_90"}), NVRTC_ERROR_COMPILATION);

  // A file that was included is looked at again: the cache knows it.
  const auto value = [] {
    nvrtcProgram user = program_of(
        "#include <onfile.h>\nextern \"C\" __global__ void v(int* out) { out[threadIdx.x] = "
        "ON_FILE + threadIdx.x; }");
    must_compile(user, {"-I."});
    return ints_of(function(module_of(user), "v"), 2)[1];
  };
  THAT(value() == 5001);
  THAT(value() == 5001);
  std::ofstream("onfile.h") << "#define ON_FILE 6000\n";
  THAT(value() == 6001);

  // What NVRTC knows without a header, and a name by which headers of others bring definitions that
  // its own library has.
  nvrtcProgram targets = program_of(R"(
extern "C" __global__ void asks(int* out) {
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, (out[threadIdx.x] = threadIdx.x + 5;), (out[threadIdx.x] = 0;))
}
#ifndef __FORCE_INCLUDE_CUDA_FP16_HPP_FROM_FP16_H__
#error "functions of halves would be declared alone"
#endif
)");
  must_compile(targets);
  THAT(ints_of(function(module_of(targets), "asks"), 3)[2] == 7);

  nvrtcProgram missing = program_of("#include <not_there.h>\n", "asks.cu");
  IS(compile(missing, {"-I.", "-arch=sm_90"}), NVRTC_ERROR_COMPILATION);
  THAT(log_of(missing).find("asks.cu:1") != std::string::npos);
  THAT(log_of(missing).find("not_there.h") != std::string::npos);
  std::puts("PASS");
}
