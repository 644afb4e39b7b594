// SPDX-License-Identifier: Apache-2.0
// `heddle cc` as a user runs it: outputs, phases, exits and messages. Programs are not run here.
#include <gtest/gtest.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

constexpr const char* kKernel = "__global__ void k(int* p) { *p = 1; }\n";
constexpr const char* kMain = "int main() { return 0; }\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Exactly one line that names `part`, and exit 2.
void expect_sentence(const Outcome& outcome, const std::string& part) {
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  EXPECT_TRUE(outcome.out.empty()) << outcome.out;
}

TEST(Driver, BadCommandLinesAreOneSentence) {
  const Sandbox box;
  box.write("a.cu", kMain);
  box.write("b.cu", kMain);
  box.write("text.txt", "");
  expect_sentence(box.shell("heddle cc"), "no input");
  expect_sentence(box.shell("heddle cc missing.cu"), "missing.cu");
  expect_sentence(box.shell("heddle cc --frobnicate a.cu"), "--frobnicate");
  expect_sentence(box.shell("heddle cc -fopenmp a.cu"), "-Xcompiler");
  expect_sentence(box.shell("heddle cc -arch=sm_12 a.cu"), "sm_12");
  expect_sentence(box.shell("heddle cc text.txt"), "text.txt");
  expect_sentence(box.shell("heddle cc -c -o x.o a.cu b.cu"), "-o");
  expect_sentence(box.shell("heddle cc -ptx -arch=all a.cu"), "-ptx");
  expect_sentence(box.shell("heddle cc -ptx text.o"), "text.o");
  expect_sentence(box.shell("heddle cc -cubin -arch=all a.cu"), "-cubin");
  expect_sentence(box.shell("heddle cc -fatbin -o x a.cu b.cu"), "-fatbin");
  expect_sentence(box.shell("heddle cc -fatbin text.o"), "text.o");
  expect_sentence(box.shell("heddle cc a.cu -lcudnn"), "-lcudnn");
  expect_sentence(box.shell("heddle frobnicate"), "frobnicate");
  expect_sentence(box.shell("heddle run missing.cu"), "missing.cu");
}

TEST(Driver, CompileErrorsAreClangsAndExitIs1) {
  const Sandbox box;
  box.write("a.cu", "__global__ void k() { undeclared = 1; }\n");
  const Outcome device = box.shell("heddle cc -c a.cu");
  EXPECT_EQ(device.status, 1);
  EXPECT_TRUE(contains(device.err, "a.cu:1:23: error: use of undeclared identifier")) << device.err;
  EXPECT_EQ(device.err.find("undeclared identifier"), device.err.rfind("undeclared identifier"))
      << "said twice: " << device.err;
  EXPECT_FALSE(box.has("a.o"));

  box.write("b.cu", "#ifndef __CUDA_ARCH__\n#error host only\n#endif\n");
  const Outcome host = box.shell("heddle cc -c b.cu");
  EXPECT_EQ(host.status, 1);
  EXPECT_TRUE(contains(host.err, "host only")) << host.err;
}

TEST(Driver, WarningsAreSaidOnceAndBecomeErrors) {
  const Sandbox box;
  box.write("a.cu", "#warning careful\n");
  const Outcome outcome = box.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err.find("warning: careful"), outcome.err.rfind("warning: careful"));
  EXPECT_TRUE(contains(outcome.err, "careful"));
  EXPECT_EQ(box.shell("heddle cc -w -c a.cu").err, "");
  EXPECT_EQ(box.shell("heddle cc -Werror all-warnings -c a.cu").status, 1);
}

TEST(Driver, ObjectsAreNamedAsNvccNamesThem) {
  const Sandbox box;
  box.write("sub/a.cu", kKernel);
  box.write("b.cpp", "int b() { return 1; }\n");
  box.write("c.c", "int c(void) { return 1; }\n");
  EXPECT_EQ(box.shell("heddle cc -c sub/a.cu b.cpp c.c -t 2").status, 0);
  EXPECT_TRUE(box.has("a.o") && box.has("b.o") && box.has("c.o"));
  EXPECT_EQ(box.shell("heddle cc -dc sub/a.cu -o named.o").status, 0);
  EXPECT_TRUE(box.has("named.o"));
  EXPECT_EQ(box.shell("heddle cc -lib -o x.a a.o b.o && ar t x.a").out, "a.o\nb.o\n");
  EXPECT_EQ(box.shell("heddle cc -dlink named.o -o dlink.o").status, 0);
  EXPECT_TRUE(box.has("dlink.o"));
}

TEST(Driver, OutputDirectoryAndLists) {
  const Sandbox box;
  box.write("a.cu", kKernel);
  box.write("objects/.keep", "");
  EXPECT_EQ(box.shell("heddle cc -c a.cu -odir objects").status, 0);
  EXPECT_TRUE(box.has("objects/a.o"));
  EXPECT_TRUE(contains(box.shell("heddle cc --list-gpu-arch").out, "compute_90\n"));
}

TEST(Driver, HostCodeSeesTheListOfArchitectures) {
  const Sandbox box;
  box.write("a.cu",
            "#ifndef __CUDA_ARCH__\nconstexpr int archs[] = {__CUDA_ARCH_LIST__};\n"
            "static_assert(sizeof archs == 8 && archs[0] == 750 && archs[1] == 900);\n#endif\n");
  const Outcome outcome = box.shell(
      "heddle cc -c a.cu -gencode arch=compute_90,code=sm_90 -gencode=arch=compute_75,code=sm_75");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Driver, FactorsOfUnrollingMayStandInParentheses) {
  const Sandbox box;
  box.write("a.cu",
            "template <int X>\n__global__ void add(int* p, int n) {\n"
            "#pragma unroll (X+1)\n  for (int i = 0; i < n; ++i) p[i] += threadIdx.x;\n}\n"
            "template __global__ void add<3>(int*, int);\n");
  const Outcome outcome = box.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST(Driver, LanguageByOption) {
  const Sandbox box;
  box.write("a.cpp", kKernel);
  EXPECT_EQ(box.shell("heddle cc -x cu -c a.cpp").status, 0);
  EXPECT_EQ(box.shell("heddle cc -c a.cpp").status, 1);
}

TEST(Driver, MacrosAreThoseOfTheArchitectureAsked) {
  const Sandbox box;
  box.add("macros.cu");
  const auto status = [&](const std::string& options) {
    const Outcome outcome = box.shell("heddle cc -c macros.cu " + options);
    EXPECT_EQ(outcome.err, "");
    return outcome.status;
  };
  EXPECT_EQ(status("-arch=sm_80 -DEXPECTED_ARCH=800"), 0);
  EXPECT_EQ(status("-arch=compute_75 -DEXPECTED_ARCH=750"), 0);
  EXPECT_EQ(status("-gencode arch=compute_89,code=sm_89 -DEXPECTED_ARCH=890"), 0);
  EXPECT_EQ(status("-arch=sm_100 -DEXPECTED_ARCH=1000 -rdc=true -DEXPECT_RDC"), 0);
  EXPECT_EQ(status("-arch=sm_90 -DEXPECTED_ARCH=900 --use_fast_math -DEXPECT_FAST"), 0);
}

TEST(Driver, PreprocessesAndPrintsRules) {
  const Sandbox box;
  box.write("a.cu", "#include \"a.h\"\nint value = VALUE;\n");
  box.write("a.h", "#define VALUE 4711\n");
  EXPECT_TRUE(contains(box.shell("heddle cc -E a.cu").out, "int value = 4711;"));
  EXPECT_EQ(box.shell("heddle cc -E a.cu -o a.ii").out, "");
  EXPECT_TRUE(contains(box.read("a.ii"), "4711"));

  const Outcome all = box.shell("heddle cc -M a.cu");
  EXPECT_TRUE(all.out.starts_with("a.o: a.cu")) << all.out;
  EXPECT_TRUE(contains(all.out, "a.h") && contains(all.out, "cuda_runtime.h")) << all.out;
  const Outcome own = box.shell("heddle cc -MM a.cu -MT x.o");
  EXPECT_EQ(own.out, "x.o: a.cu a.h\n");
}

TEST(Driver, WritesRulesWhileCompiling) {
  const Sandbox box;
  box.write("a.cu", "#include \"a.h\"\n");
  box.write("a.h", "");
  EXPECT_EQ(box.shell("heddle cc -MMD -c a.cu -o obj.o").status, 0);
  EXPECT_EQ(box.read("obj.d"), "obj.o: a.cu a.h\n");
  EXPECT_EQ(box.shell("heddle cc -MMD -MF rules -MT target -MP -c a.cu").status, 0);
  EXPECT_EQ(box.read("rules"), "target: a.cu a.h\na.h:\n");
}

TEST(Driver, DryRunPrintsAndDoesNothing) {
  const Sandbox box;
  box.write("a.cu", kMain);
  const Outcome outcome = box.shell("heddle cc --dryrun a.cu -o a -Xcompiler -DONLY_HOST");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.err, "--cuda-device-only") && contains(outcome.err, "libheddle.so"));
  EXPECT_FALSE(box.has("a"));
}

TEST(Driver, FloatingPointOptionsReachTheDevicePassOnly) {
  const Sandbox box;
  box.write("a.cu", kMain);
  const std::string plain = box.shell("heddle cc --dryrun -c a.cu").err;
  EXPECT_EQ(plain.find("-ffp-contract=fast"), plain.rfind("-ffp-contract=fast"));
  EXPECT_TRUE(contains(plain, "-ffp-contract=fast"));
  const std::string off = box.shell("heddle cc --dryrun -c a.cu -fmad=false").err;
  EXPECT_TRUE(contains(off, "-ffp-contract=off") && !contains(off, "-ffp-contract=fast"));
  EXPECT_FALSE(contains(plain, "-fcuda-flush-denormals-to-zero"));
  EXPECT_TRUE(contains(box.shell("heddle cc --dryrun -c a.cu -ftz=true").err,
                       "-fcuda-flush-denormals-to-zero"));
  EXPECT_FALSE(contains(box.shell("heddle cc --dryrun -c a.cu --use_fast_math -ftz=false").err,
                        "-fcuda-flush-denormals-to-zero"));
}

TEST(Driver, ResourceUsageNamesEachKernel) {
  const Sandbox box;
  box.write("a.cu",
            "__global__ void k(int* p) { __shared__ int s[10]; s[threadIdx.x] = p[0];\n"
            "  __syncthreads(); p[1] = s[threadIdx.x ^ 1]; }\n");
  const Outcome outcome = box.shell("heddle cc -c a.cu -Xptxas -v");
  EXPECT_TRUE(contains(outcome.err, "'_Z1kPi'") && contains(outcome.err, "40 bytes smem"))
      << outcome.err;
}

TEST(Driver, HelpAndVersion) {
  const Sandbox box;
  EXPECT_TRUE(contains(box.shell("heddle --help").out, "compile (or reuse) and run"));
  EXPECT_TRUE(contains(box.shell("heddle cc --help").out, "-gencode"));
  EXPECT_TRUE(contains(box.shell("heddle cc --version").out, "release 12.8"));
  EXPECT_TRUE(box.shell("heddle --version").out.starts_with("heddle "));
}

TEST(Driver, AnswersAsNvccUnderThatName) {
  const Sandbox box;
  box.write("a.cu", kKernel);
  const Outcome outcome =
      box.shell("ln -s $(declare -f heddle | grep -o '/[^ ]*/heddle') nvcc && ./nvcc -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(box.has("a.o"));
}

// What nvcc compiles and clang by default refuses or does not find.
TEST(Driver, NvccsLeniencies) {
  const Sandbox box;
  box.write("fragment.cu", "__device__ int half_of(int x) { return x / 2; }\n");
  box.write("a.cu",
            "#include \"fragment.cu\"\n"
            "#pragma nv_diag_suppress 177\n"
            "constexpr int triple(int x) { return 3 * x; }\n"
            "__global__ void k(int* p, unsigned n) {\n"
            "  int narrow[] = {static_cast<int>(n), (int)p[0]};\n"
            "  p[0] = min(p[0], n) + max(1, 2u) + half_of(p[1]) + triple(2) + narrow[1];\n"
            "  printf(\"%d\\n\", p[0]);\n"
            "}\n"
            "int main() { char* s = \"writable\"; printf(\"%s\\n\", s); return abs(-1) - 1; }\n");
  const Outcome outcome = box.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Driver, TheStandardCountsForPlainFiles) {
  const Sandbox box;
  box.write("a.cpp", "#include <cstdio>\nint main() { printf(\"%ld\\n\", __cplusplus); }\n");
  EXPECT_EQ(box.shell("heddle cc -std=c++11 -o a a.cpp && ./a").out, "201103\n");
  EXPECT_EQ(box.shell("heddle cc -std=c++20 -o a a.cpp && ./a").out, "202002\n");
}

// The headers that are included before the first line know no more than the standard asked for.
TEST(Driver, DeviceCodeInTheOldestStandard) {
  const Sandbox box;
  box.write("a.cu",
            "__global__ void k(int* p) { p[threadIdx.x] = __cplusplus; }\n"
            "int main() { k<<<1, 1>>>(nullptr); }\n");
  const Outcome outcome = box.shell("heddle cc -std=c++11 -c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

}  // namespace
}  // namespace heddle::frontend
