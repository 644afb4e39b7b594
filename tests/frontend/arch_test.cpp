// SPDX-License-Identifier: Apache-2.0
#include "frontend/arch.h"

#include <gtest/gtest.h>

#include "frontend/failure.h"

namespace heddle::frontend {
namespace {

std::string listed(const ArchOptions& options, std::uint32_t native = 90) {
  std::string text;
  for (const Target& target : select_targets(options, native)) {
    text +=
        (text.empty() ? "" : " ") + target.compile_arch + "/" + std::to_string(target.image_arch);
  }
  return text;
}

TEST(Arch, NamesAreParsed) {
  EXPECT_EQ(parse_arch("sm_75"), 75U);
  EXPECT_EQ(parse_arch("compute_100"), 100U);
  EXPECT_EQ(parse_arch("sm_90a"), 90U);
  EXPECT_EQ(parse_arch("lto_86"), 86U);
  EXPECT_EQ(parse_arch("sm_"), 0U);
  EXPECT_EQ(parse_arch("sm_7x"), 0U);
  EXPECT_EQ(parse_arch("90"), 0U);
}

TEST(Arch, WithoutOptionsTheImageRunsOnEveryModel) {
  EXPECT_EQ(listed({}), "sm_90/50");
  EXPECT_EQ(listed({}, 75), "sm_75/50");
}

TEST(Arch, OneArchitecture) {
  EXPECT_EQ(listed({.arch = "sm_80", .code = {}, .gencode = {}}), "sm_80/80");
  EXPECT_EQ(listed({.arch = "compute_75", .code = {"sm_75", "sm_80"}, .gencode = {}}), "sm_75/75");
  EXPECT_EQ(listed({.arch = "native", .code = {}, .gencode = {}}, 86), "sm_86/86");
  EXPECT_EQ(listed({.arch = "sm_90a", .code = {}, .gencode = {}}), "sm_90a/90");
}

// spec/000: the third -gencode names two forms, quoted.
TEST(Arch, SeveralGencodesMakeSeveralImagesOnceEach) {
  EXPECT_EQ(listed({.arch = "",
                    .code = {},
                    .gencode = {"arch=compute_60,code=sm_60", "arch=compute_50,code=sm_50",
                                "arch=compute_70,code=\"compute_70,sm_70\"",
                                "arch=compute_70,code=compute_70",
                                "arch=compute_80,code=[sm_80,compute_80]"}}),
            "sm_50/50 sm_60/60 sm_70/70 sm_80/80");
}

TEST(Arch, WrongNamesAreRefused) {
  EXPECT_THROW(listed({.arch = "sm_42", .code = {}, .gencode = {}}), Failure);
  EXPECT_THROW(listed({.arch = "turing", .code = {}, .gencode = {}}), Failure);
  EXPECT_THROW(listed({.arch = "", .code = {}, .gencode = {"code=sm_70"}}), Failure);
  EXPECT_THROW(listed({.arch = "", .code = {}, .gencode = {"arch=compute_70,code=banana"}}),
               Failure);
  EXPECT_THROW(listed({.arch = "", .code = {"sm_70"}, .gencode = {}}), Failure);
}

}  // namespace
}  // namespace heddle::frontend
