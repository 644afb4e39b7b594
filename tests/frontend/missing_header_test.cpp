// SPDX-License-Identifier: Apache-2.0
// A header of a library that Heddle does not have: clang's message, and a line that says what to
// do.
#include "frontend/missing_header.h"

#include <gtest/gtest.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

std::string hint(const std::string& header, bool has_third_party = true) {
  return hint_for("a.cu:1:10: fatal error: '" + header + "' file not found\n", has_third_party);
}

TEST(MissingHeader, LibrariesAreNamed) {
  EXPECT_NE(hint("cudnn.h").find("no cuDNN yet"), std::string::npos);
  EXPECT_NE(hint("cutlass/gemm.h").find("no CUTLASS yet"), std::string::npos);
}

TEST(MissingHeader, OnesThatComeWithHeddleAreNamedWhereTheyAreNot) {
  for (const char* header :
       {"cuda/std/span", "nv/target", "thrust/sort.h", "cub/cub.cuh", "nvtx3/nvToolsExt.h"}) {
    EXPECT_NE(hint(header, false).find("scripts/install_headers"), std::string::npos) << header;
    EXPECT_EQ(hint(header, true), "") << header;
  }
}

TEST(MissingHeader, OthersAreTheUsers) {
  EXPECT_EQ(hint("mine/cublas.h"), "");
  EXPECT_EQ(hint("cuda.hpp"), "");
  EXPECT_EQ(hint_for("a.cu:1:1: error: 'cublas' was not declared", true), "");
  EXPECT_EQ(hint_for("file not found", true), "");
}

TEST(MissingHeader, HeadersOfAnotherToolkitAreNamed) {
  const std::string place = "In file included from a.cu:1:\n/usr/local/include/cudnn.h:285:68";
  EXPECT_NE(hint_for(place + ": error: unknown type name 'x'\n", true).find("no cuDNN yet"),
            std::string::npos);
  EXPECT_EQ(hint_for(place + ": warning: unused\n", true), "");
  EXPECT_EQ(hint_for("src/cudnn.h:2:6: error: unknown type name 'x'\n", true), "");
  EXPECT_EQ(hint_for("/home/me/cudnn.h:2:6: error: unknown type name 'x'\n", true), "");
  EXPECT_EQ(hint_for("/usr/include/stdio.h:2:6: error: unknown type name 'x'\n", true), "");
}

TEST(MissingHeader, TheLineFollowsTheMessageOnce) {
  const Sandbox box;
  box.write("a.cu", "#include <cutlass/gemm.h>\nint main() {}\n");
  const Outcome outcome = box.shell("heddle cc -c a.cu");
  EXPECT_EQ(outcome.status, 1);
  const std::size_t at = outcome.err.find("heddle: Heddle has no CUTLASS yet");
  EXPECT_NE(at, std::string::npos) << outcome.err;
  EXPECT_EQ(at, outcome.err.rfind("heddle: Heddle has no CUTLASS yet"));
  EXPECT_LT(outcome.err.find("file not found"), at);
}

}  // namespace
}  // namespace heddle::frontend
