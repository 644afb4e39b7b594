// SPDX-License-Identifier: Apache-2.0
#include "frontend/source_overlay.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

TEST(SourceOverlay, ReadsPlacesFromMessages) {
  SourceOverlay overlay;
  EXPECT_FALSE(overlay.note("a.cu:1:2: error: something else\n"));
  const std::string shared =
      "\x1b[1ma.cu:3:4: \x1b[0m\x1b[0;1;31merror: \x1b[0minitialization is not supported for "
      "__shared__ variables\n";
  EXPECT_TRUE(overlay.note(shared));
  EXPECT_FALSE(overlay.note(shared));
  EXPECT_TRUE(overlay.note("a.cu:3:4: error: expected expression\n"));
  EXPECT_FALSE(overlay.note("a.cu:3:4: error: expected expression\n"));
  EXPECT_TRUE(overlay.note(
      "/usr/include/c++/14/bits/stl_algobase.h:769:8: error: reference to __host__ function "
      "'__assign_one<int, int>' in __host__ __device__ function\n"));
}

// Programs of CUDA 11 have surface<>; in others the name is free.
TEST(SourceOverlay, IncludesWhatOldProgramsMiss) {
  Options options;
  Workspace workspace(options);
  SourceOverlay overlay;
  EXPECT_TRUE(overlay.words(workspace).empty());
  EXPECT_TRUE(overlay.note("a.cu:2:1: error: no template named 'surface'\n"));
  EXPECT_EQ(overlay.words(workspace), (Command{"-include", "heddle/surface_reference.h"}));
}

}  // namespace
}  // namespace heddle::frontend
