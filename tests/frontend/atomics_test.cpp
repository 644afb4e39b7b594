// SPDX-License-Identifier: Apache-2.0
// Atomics that an architecture does not have are compile-time errors for it.
#include <gtest/gtest.h>

#include "tool.h"

namespace heddle::frontend {
namespace {

// Each statement compiles for `arch` and is an error of its line for `below`.
void need(unsigned arch, unsigned below, const std::vector<std::string>& statements) {
  const Sandbox sandbox(Sandbox::Cache::kOwn);  // few compilations of an architecture
  std::string text =
      "#include <cuda_fp16.h>\n"
      "#include <cuda_bf16.h>\n"
      "struct alignas(16) Wide { long long a, b; };\n"
      "__global__ void k(void* p, Wide w) {\n";
  for (const auto& statement : statements) text += statement + ";\n";
  sandbox.write("a.cu", text + "}\n");
  const auto compile = [&](unsigned sm) {
    return sandbox.shell("heddle cc -arch=sm_" + std::to_string(sm) + " -cubin a.cu");
  };
  const Outcome good = compile(arch);
  EXPECT_EQ(good.status, 0) << good.err;
  const Outcome bad = compile(below);
  EXPECT_EQ(bad.status, 1);
  for (std::size_t k = 0; k < statements.size(); ++k) {
    const auto place = "a.cu:" + std::to_string(5 + k) + ":";
    EXPECT_NE(bad.err.find(place), std::string::npos) << statements[k] << '\n' << bad.err;
  }
}

TEST(Atomics, OfALaterArchitectureAreErrors) {
  need(60, 53,
       {"atomicAdd((double*)p, 1.0)", "atomicMax_block((int*)p, 1)",
        "atomicAdd((__half2*)p, __half2())"});
  need(70, 62,
       {"atomicAdd((__half*)p, __half())",
        "atomicCAS((unsigned short*)p, (unsigned short)1, (unsigned short)2)"});
  need(80, 75, {"atomicAdd((__nv_bfloat16*)p, __nv_bfloat16())"});
  need(90, 89,
       {"atomicAdd((float4*)p, float4())", "atomicAdd_block((float2*)p, float2())",
        "atomicCAS((Wide*)p, w, w)", "atomicExch_system((Wide*)p, w)"});
}

TEST(Atomics, BuiltInsOf128BitsNeedTheirArchitecture) {
  const Sandbox sandbox(Sandbox::Cache::kOwn);  // few compilations of an architecture
  sandbox.write("a.cu",
                "struct alignas(16) Wide { long long a, b; };\n"
                "__global__ void k(Wide* p, Wide w) {\n"
                "  __nv_atomic_store(p, &w, __NV_ATOMIC_RELAXED);\n"
                "#ifdef EXCHANGE\n"
                "  __nv_atomic_exchange_n(p, w, __NV_ATOMIC_RELAXED);\n"
                "#endif\n"
                "}\n");
  EXPECT_EQ(sandbox.shell("heddle cc -arch=sm_62 -cubin a.cu").status, 1);
  EXPECT_EQ(sandbox.shell("heddle cc -arch=sm_80 -cubin a.cu").status, 0);
  EXPECT_EQ(sandbox.shell("heddle cc -arch=sm_80 -DEXCHANGE -cubin a.cu").status, 1);
  EXPECT_EQ(sandbox.shell("heddle cc -arch=sm_90 -DEXCHANGE -cubin a.cu").status, 0);
}

}  // namespace
}  // namespace heddle::frontend
