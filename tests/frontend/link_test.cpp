// SPDX-License-Identifier: Apache-2.0
// Kernels in every kind of file that a linker takes, launched.
#include <gtest/gtest.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

class Link : public testing::Test {
 protected:
  void expect_success(const std::string& line) {
    const Outcome outcome = box_.shell("set -e\n" + line);
    EXPECT_EQ(outcome.status, 0) << line << "\n" << outcome.out << outcome.err;
  }
  Sandbox box_;
};

TEST_F(Link, ObjectsOfBothCompilers) {
  box_.add("library.cu");
  box_.add("caller.cpp");
  expect_success("heddle cc -o app library.cu caller.cpp && ./app");
  expect_success(
      "heddle cc -c library.cu && g++ -I$INCLUDE -c caller.cpp -o gxx.o\n"
      "heddle cc -o app1 library.o gxx.o && ./app1\n"
      "g++ -o app2 gxx.o library.o -L$LIBRARY -lheddle && ./app2");
}

TEST_F(Link, StaticAndSharedLibraries) {
  box_.add("library.cu");
  box_.add("caller.cpp");
  expect_success(
      "heddle cc -lib -o libscale.a library.cu && heddle cc -o app1 caller.cpp -L. -lscale "
      "-lcudart\n"
      "./app1");
  expect_success(
      "heddle cc -shared -o libscaled.so library.cu\n"
      "heddle cc -o app2 caller.cpp libscaled.so -Xlinker -rpath,. && ./app2");
}

// As build systems name them: libraries before what calls them, with a linker that keeps only
// libraries that are asked for when it meets them.
TEST_F(Link, LibrariesStandBehindObjects) {
  box_.write("a.cpp",
             "#include <nvrtc.h>\nint main() { int a, b; return nvrtcVersion(&a, &b); }\n");
  expect_success("heddle cc -ccbin g++ -Xlinker --as-needed -lnvrtc -o app a.cpp && ./app");
}

TEST_F(Link, RelocatableDeviceCode) {
  box_.add("unit_a.cu");
  box_.add("unit_b.cu");
  expect_success("heddle cc -rdc=true -o app unit_a.cu unit_b.cu -t 2 && ./app");
  expect_success(
      "heddle cc -dc unit_a.cu unit_b.cu && heddle cc -dlink unit_a.o unit_b.o -o link.o\n"
      "g++ unit_a.o unit_b.o link.o -o app2 -L$LIBRARY -lheddle && ./app2");
}

// As above, with the definitions in a static library and both files of one name.
TEST_F(Link, RelocatableDeviceCodeFromALibrary) {
  box_.add("unit_a.cu");
  box_.add("unit_b.cu");
  expect_success(
      "mkdir a b && mv unit_a.cu a/unit.cu && mv unit_b.cu b/unit.cu\n"
      "cd a && heddle cc -dc unit.cu && heddle cc -lib -o ../libunit.a unit.o\n"
      "cd ../b && heddle cc -dc unit.cu && cd ..\n"
      "heddle cc -rdc=true b/unit.o libunit.a -o app && ./app");
}

// A kernel that another unit launches, which has one of the same name for itself.
TEST_F(Link, LaunchesOfOtherUnits) {
  box_.write("child.cu",
             "static __global__ void own(int* p) { *p += 1; }\n"
             "__global__ void child(int* p) {\n"
             "  *p *= 10;\n  own<<<1, 1, 0, cudaStreamTailLaunch>>>(p);\n}\n");
  box_.write("main.cu",
             "__global__ void child(int* p);\n"
             "static __global__ void own(int* p) { *p += 2; }\n"
             "__global__ void k(int* p) { child<<<1, 1>>>(p); own<<<1, 1>>>(p); }\n"
             "int main() {\n  int *p, v = 6;\n  cudaMalloc(&p, 4);\n"
             "  cudaMemcpy(p, &v, 4, cudaMemcpyHostToDevice);\n  k<<<1, 1>>>(p);\n"
             "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  return v != 63;\n}\n");
  expect_success("heddle cc -rdc=true main.cu child.cu -o app1 && ./app1");
  expect_success(
      "heddle cc -dc child.cu main.cu && heddle cc -lib child.o -o libchild.a\n"
      "heddle cc -rdc=true main.o libchild.a -o app2 && ./app2");
}

// Only device code refers to the definitions: no host symbol makes the linker take their file.
TEST_F(Link, DeviceCodeOfAStaticLibrary) {
  box_.write("half.cu",
             "extern \"C\" __device__ int one;\n"
             "__device__ int add(int x) { return x + one; }\n");
  box_.write("one.cu", "extern \"C\" { __device__ int one = 1; }\n");
  box_.write("main.cu",
             "__device__ int add(int);\n"
             "__global__ void k(int* p) { *p = add(*p); }\n"
             "int main() {\n  int *p, v = 6;\n  cudaMalloc(&p, 4);\n"
             "  cudaMemcpy(p, &v, 4, cudaMemcpyHostToDevice);\n  k<<<1, 1>>>(p);\n"
             "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  return v != 7;\n}\n");
  expect_success(
      "heddle cc -dc half.cu one.cu main.cu && heddle cc -lib one.o half.o -o libparts.a\n"
      "heddle cc -rdc=true main.o libparts.a -o app1 && ./app1\n"
      "heddle cc -rdc=true main.o -L. -lparts -o app2 && ./app2\n"
      "heddle cc -dlink main.o libparts.a -o link.o\n"
      "g++ main.o link.o libparts.a -o app3 -L$LIBRARY -lheddle && ./app3");
}

// -v shows what CMake looks for: how to link, and with which runtime library.
TEST_F(Link, VerboseLinkLine) {
  box_.write("a.cu", "int main() {}\n");
  expect_success(
      "top=$(heddle cc --dryrun a.cu 2>&1 | sed -n 's/^#$ TOP=//p')\n"
      "[ -x $top/bin/nvcc ] && [ -f $top/include/cuda_runtime.h ]\n"
      "words() { heddle cc --dryrun a.cu \"$@\" 2>&1 | grep -e \"-o a.out\"; }\n"
      "words | grep -q -e \"-L$top/targets/x86_64-linux/lib .*-lcudadevrt -lcudart_static\"\n"
      "words -cudart shared | grep -q -e '-lcudart$'\n"
      "! words -cudart none | grep -q -e -lcudart");
}

// CMake takes the tool for nvcc: it reads -v, forwards flags, and links with the host compiler.
TEST_F(Link, CMakeProject) {
  box_.add("library.cu");
  box_.add("caller.cpp");
  box_.add("unit_a.cu");
  box_.add("unit_b.cu");
  box_.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.20)\nproject(app LANGUAGES CXX CUDA)\n"
             "add_executable(app library.cu caller.cpp)\n"
             "target_include_directories(app PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})\n"
             "target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Wall -fopenmp>)\n"
             "add_executable(units unit_a.cu unit_b.cu)\n"
             "set_target_properties(units PROPERTIES CUDA_SEPARABLE_COMPILATION ON\n"
             "                      CUDA_ARCHITECTURES \"80;90\")\n");
  expect_success(
      "unset CUDA_HOME CUDA_PATH LIBRARY_PATH && export PATH=/usr/bin:/bin\n"
      "CUDACXX=$(dirname $TOOL)/nvcc cmake -G Ninja -B made > log || { cat log; exit 1; }\n"
      "ninja -C made > log || { cat log; exit 1; }\n"
      "made/app && made/units");
}

TEST_F(Link, PerThreadDefaultStream) {
  box_.add("library.cu");
  box_.add("caller.cpp");
  expect_success("heddle cc --default-stream per-thread -o app library.cu caller.cpp && ./app");
}

TEST_F(Link, OpenMpInHostCode) {
  box_.write("a.cu",
             "__global__ void k(int* p) { atomicAdd(p, threadIdx.x); }\n"
             "int main() {\n  int sum = 0;\n"
             "#pragma omp parallel for reduction(+ : sum) num_threads(3)\n"
             "  for (int i = 0; i < 300; ++i) sum += i;\n"
             "  int* p; int host = sum; cudaMalloc(&p, 4);\n"
             "  cudaMemcpy(p, &host, 4, cudaMemcpyHostToDevice); k<<<1, 33>>>(p);\n"
             "  cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);\n"
             "#ifndef _OPENMP\n  return 2;\n#endif\n"
             "  return host != 300 * 299 / 2 + 33 * 32 / 2;\n}\n");
  expect_success("heddle run a.cu -Xcompiler -fopenmp");
}

}  // namespace
}  // namespace heddle::frontend
