// SPDX-License-Identifier: Apache-2.0
// What is wrong with __cluster_dims__ is a compile-time error that names its line.
#include <gtest/gtest.h>

#include "tool.h"

namespace heddle::frontend {
namespace {

Outcome compile(const std::string& attribute, const std::string& options = "") {
  const Sandbox sandbox;
  sandbox.write("a.cu", "\n__global__ void " + attribute + " k(unsigned* o) { *o = 1; }\n");
  return sandbox.shell("heddle cc -c " + options + " a.cu");
}

void refuses(const std::string& attribute, const std::string& options, const std::string& why) {
  const Outcome outcome = compile(attribute, options);
  EXPECT_EQ(outcome.status, 1) << attribute;
  EXPECT_NE(outcome.err.find("a.cu:2:1: error: " + why), std::string::npos)
      << attribute << " said: " << outcome.err;
}

TEST(Clusters, GoodSizesCompile) {
  EXPECT_EQ(compile("__cluster_dims__(2)").status, 0);
  EXPECT_EQ(compile("__cluster_dims__(2, 1, 3)", "-arch=sm_90").status, 0);
  EXPECT_EQ(compile("__cluster_dims__()").status, 0);
}

TEST(Clusters, WhatIsWrongIsNamed) {
  refuses("__cluster_dims__(2)", "-arch=sm_80", "__cluster_dims__ needs compute capability 9.0");
  refuses("__cluster_dims__(0)", "", "__cluster_dims__ takes positive numbers");
  refuses("__cluster_dims__(1, -1)", "", "__cluster_dims__ takes positive numbers");
  refuses("__cluster_dims__(1, 1, 1, 1)", "", "__cluster_dims__ takes at most three numbers");
  refuses("__block_size__((8, 8, 1), (2, 1, 1))", "", "__block_size__ is not supported");
}

TEST(Clusters, TheirFunctionsNeedTheArchitecture) {
  const Sandbox sandbox;
  sandbox.write("a.cu",
                "#include <cooperative_groups.h>\n"
                "__global__ void k() { cooperative_groups::this_cluster().sync(); }\n");
  EXPECT_EQ(sandbox.shell("heddle cc -c -arch=sm_90 a.cu").status, 0);
  const Outcome outcome = sandbox.shell("heddle cc -c -arch=sm_80 a.cu");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("this_cluster"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace heddle::frontend
