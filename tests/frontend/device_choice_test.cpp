// SPDX-License-Identifier: Apache-2.0
// HEDDLE_GPU, -arch and what a program then sees.
#include <gtest/gtest.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

// Prints the architecture that the kernel was compiled for and the launch's error.
constexpr const char* kArch =
    "#include <cstdio>\n"
    "__global__ void k(int* out) {\n"
    "#ifdef __CUDA_ARCH__\n  *out = __CUDA_ARCH__;\n#endif\n}\n"
    "int main() {\n"
    "  int* p; int arch = 0; cudaMalloc(&p, 4); k<<<1, 1>>>(p);\n"
    "  const int error = cudaGetLastError();\n"
    "  cudaMemcpy(&arch, p, 4, cudaMemcpyDeviceToHost);\n"
    "  printf(\"%d %d\\n\", error, error ? 0 : arch);\n}\n";

constexpr const char* kNoKernelImage = "209 0\n";

TEST(DeviceChoice, DevicesShowsTheChosenModel) {
  const Sandbox box;
  EXPECT_TRUE(box.shell("heddle devices").out.find("H200") != std::string::npos);
  const Outcome two = box.shell("HEDDLE_GPU=a100,rtx4090 heddle devices");
  EXPECT_TRUE(two.out.find("A100") != std::string::npos);
  EXPECT_TRUE(two.out.find("RTX 4090") != std::string::npos);
  const Outcome none = box.shell("HEDDLE_GPU=gtx9999 heddle devices");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(none.err.find("gtx9999") != std::string::npos) << none.err;
}

TEST(DeviceChoice, WithoutArchAProgramRunsOnEveryModel) {
  const Sandbox box;
  box.write("a.cu", kArch);
  ASSERT_EQ(box.shell("heddle cc a.cu -o a").status, 0);
  EXPECT_EQ(box.shell("./a").out, "0 900\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=gtx1650 ./a").out, "0 900\n");
  ASSERT_EQ(box.shell("HEDDLE_GPU=gtx1650 heddle cc a.cu -o old").status, 0);
  EXPECT_EQ(box.shell("./old").out, "0 750\n");
}

TEST(DeviceChoice, WithArchItIsRefusedOnAnOlderModel) {
  const Sandbox box;
  box.write("a.cu", kArch);
  ASSERT_EQ(box.shell("heddle cc -arch=sm_86 a.cu -o a").status, 0);
  EXPECT_EQ(box.shell("HEDDLE_GPU=rtx4090 ./a").out, "0 860\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=a100 ./a 2> message").out, kNoKernelImage);
}

TEST(DeviceChoice, TheBestOfSeveralImagesRuns) {
  const Sandbox box;
  box.write("a.cu", kArch);
  ASSERT_EQ(box.shell("heddle cc -gencode arch=compute_75,code=sm_75 "
                      "-gencode arch=compute_89,code=\\\"compute_89,sm_89\\\" a.cu -o a")
                .status,
            0);
  EXPECT_EQ(box.shell("HEDDLE_GPU=gtx1650 ./a").out, "0 750\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=rtx3090 ./a").out, "0 750\n");
  EXPECT_EQ(box.shell("./a").out, "0 890\n");
}

}  // namespace
}  // namespace heddle::frontend
