// SPDX-License-Identifier: Apache-2.0
// What device code asks for and does not get yet is a compile-time error that names it, at its
// line.
#include <gtest/gtest.h>

#include "tool.h"

namespace heddle::frontend {
namespace {

void refuses(const std::string& program, const std::string& place, const std::string& why,
             const std::string& options = "") {
  const Sandbox sandbox;
  sandbox.write("a.cu", program);
  const Outcome outcome = sandbox.shell("heddle cc -rdc=true -c a.cu " + options);
  EXPECT_NE(outcome.status, 0) << program;
  EXPECT_NE(outcome.err.find(place), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
}

TEST(LaterFeatures, SparseTextures) {
  refuses(
      "__global__ void k(cudaTextureObject_t t, float* o, bool* is) {\n"
      "  *o = tex2D<float>(t, 1.f, 2.f, is);\n}\n",
      "a.cu:2:", "sparse textures are not supported");
}

TEST(LaterFeatures, DynamicParallelism) {
  const std::string program =
      "__global__ void inner(int* p) { *p = 1; }\n"
      "__global__ void outer(int* p) {\n"
      "  if (*p == 3) inner<<<1, 32>>>(p);\n"
      "}\n";
  refuses(program, "a.cu:3:", "requires relocatable device code", "-rdc=false");
  refuses(
      "__global__ void k(cudaFuncAttributes* a) { cudaFuncGetAttributes(a, (const void*)k); }\n",
      "a.cu:", "PTX cannot express what the code calls: cudaFuncGetAttributes", "-ptx");
  refuses("__global__ void k() {\n  cudaDeviceSynchronize();\n}\n",
          "a.cu:2:", "call to __host__ function from __global__ function");
  refuses("__global__ void k(cudaStream_t* s) {\n  cudaStreamCreate(s);\n}\n",
          "a.cu:2:", "call to __host__ function from __global__ function");
}

// nvcc: "expression must have a constant value".
TEST(LaterFeatures, ArraysOfRunTimeSize) {
  refuses("__global__ void k(int n, int* o) {\n  int a[n];\n  a[n / 2] = n;\n  *o = a[n / 2];\n}\n",
          "a.cu:2:", "cannot use variable-length arrays in __global__ function");
}

// nvcc refuses them, too. Those of host functions are fine, and of functions for both sides that no
// device code calls.
TEST(LaterFeatures, ThreadLocalVariables) {
  const std::string why = "thread_local variables are not supported in device code";
  for (const char* options : {"", "-G"}) {
    refuses("__global__ void k(int* o) {\n  static thread_local int x;\n  o[x++] = x;\n}\n",
            "a.cu:3:", why, options);
    refuses(
        "__device__ int* f() {\n  thread_local int x;\n  return &x;\n}\n"
        "__global__ void k() { *f() = 1; }\n",
        "a.cu:3:", why, options);
  }
  const Sandbox sandbox;
  sandbox.write("a.cu",
                "int f() { thread_local int x; return ++x; }\n"
                "inline __host__ __device__ int g() { thread_local int x; return ++x; }\n"
                "__global__ void k(int* o) { *o = 1; }\n"
                "int main() { return f() + g(); }\n");
  const Outcome outcome = sandbox.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// nvcc's assembler: "uses too much shared data (0xc001 bytes, 0xc000 max)".
TEST(LaterFeatures, StaticSharedMemoryAbove48KiB) {
  const auto program = [](int bytes) {
    return "__device__ char f(int i) {\n  __shared__ char part[16];\n"
           "  part[threadIdx.x & 15] = i;\n  __syncthreads();\n  return part[i & 15];\n}\n"
           "__global__ void k(char* o) {\n  __shared__ char all[" +
           std::to_string(bytes) +
           "];\n  all[threadIdx.x] = f(*o);\n  __syncthreads();\n  *o = all[*o & 31];\n}\n";
  };
  refuses(program(49137), "a.cu:7:1: error:",
          "kernel k(char*) has 49153 bytes of static shared memory, at most 49152 are allowed");
  // A name that is a type's in mangled ones.
  refuses(
      "extern \"C\" __global__ void f(char* o) {\n  __shared__ char all[65536];\n"
      "  all[*o] = 1;\n  __syncthreads();\n  *o = all[*o & 31];\n}\n",
      "a.cu:1:1: error:", "kernel f has 65536 bytes");
  const Sandbox sandbox;
  sandbox.write("a.cu", program(49136));
  const Outcome outcome = sandbox.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(LaterFeatures, ConstantMemoryAbove64KiB) {
  const auto program = [](int words) {
    return "__constant__ char few[4];\nnamespace n {\n__constant__ float table[" +
           std::to_string(words) +
           "];\n}\n__global__ void k(float* o) {\n  *o = n::table[threadIdx.x] + few[1];\n}\n";
  };
  refuses(program(16384), "a.cu: error:",
          "65540 bytes of __constant__ variables, of which n::table has 65536: at most 65536 are "
          "allowed");
  const Sandbox sandbox;
  sandbox.write("a.cu", program(16383));
  const Outcome outcome = sandbox.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

}  // namespace
}  // namespace heddle::frontend
