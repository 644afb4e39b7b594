// SPDX-License-Identifier: Apache-2.0
// The records that the frontend reads out of device bitcode (tests/frontend/programs/facts.cu).
#include "image/image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

using image::Image;
using image::KernelRecord;
using image::VariableRecord;

class ImageFacts : public testing::Test {
 protected:
  // Compiles facts.cu with these options and keeps its blob.
  const std::vector<Image>& images(const std::string& options = "") {
    sandbox_.add("facts.cu");
    const Outcome outcome = sandbox_.shell("heddle cc -c --keep " + options + " facts.cu");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    blob_ = sandbox_.read("facts.heddle");
    images_ = image::read_blob(
                  std::span(reinterpret_cast<const std::uint8_t*>(blob_.data()), blob_.size()))
                  .value_or(std::vector<Image>());
    return images_;
  }

  const KernelRecord& kernel(const std::string& part, std::size_t image = 0) {
    const auto& all = images_.at(image).kernels;
    const auto found = std::ranges::find_if(
        all, [&](const KernelRecord& it) { return it.name.find(part) != std::string::npos; });
    return found == all.end() ? throw std::out_of_range(part) : *found;
  }

  const VariableRecord* variable(const std::string& name) {
    for (const VariableRecord& it : images_.at(0).variables) {
      if (it.name == name) return &it;
    }
    return nullptr;
  }

  Sandbox sandbox_;
  std::string blob_;
  std::vector<Image> images_;
};

TEST_F(ImageFacts, ParametersLieAtTheirAlignment) {
  ASSERT_EQ(images().size(), 1U);
  const KernelRecord& record = kernel("10parameters");
  std::vector<std::pair<unsigned, unsigned>> places;
  for (const image::Param& param : record.params) places.emplace_back(param.offset, param.size);
  const std::vector<std::pair<unsigned, unsigned>> expected = {{0, 1},  {8, 8},  {16, 16}, {32, 16},
                                                               {48, 1}, {50, 2}, {56, 8}};
  EXPECT_EQ(places, expected);
  EXPECT_EQ(record.param_bytes, 64U);
}

TEST_F(ImageFacts, LaunchBoundsAreRecorded) {
  images();
  EXPECT_EQ(kernel("7bounded").max_threads_per_block, 256U);
  EXPECT_EQ(kernel("7bounded").min_blocks_per_sm, 2U);
  EXPECT_EQ(kernel("12bounded_once").max_threads_per_block, 96U);
  EXPECT_EQ(kernel("12bounded_once").min_blocks_per_sm, 0U);
  EXPECT_EQ(kernel("10parameters").max_threads_per_block, 0U);
}

TEST_F(ImageFacts, SharedMemoryIsThatOfAllFunctionsReached) {
  images();
  EXPECT_EQ(kernel("15shared_directly").static_shared_bytes, 16U * 17 * 8);
  EXPECT_EQ(kernel("19shared_through_call").static_shared_bytes, 33U * 4);
  EXPECT_EQ(kernel("10parameters").static_shared_bytes, 0U);
}

TEST_F(ImageFacts, VariablesCarryTheirBytesAndAddresses) {
  images();
  const VariableRecord* with_value = variable("with_value");
  ASSERT_NE(with_value, nullptr);
  ASSERT_EQ(with_value->initial.size(), 4U);
  EXPECT_EQ(with_value->initial[0], 7);
  EXPECT_EQ(with_value->kind, image::VariableKind::kDevice);

  const VariableRecord* without_value = variable("without_value");
  ASSERT_NE(without_value, nullptr);
  EXPECT_EQ(without_value->size, 4U);
  EXPECT_TRUE(without_value->initial.empty());

  const VariableRecord* table = variable("table");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->kind, image::VariableKind::kConstant);
  ASSERT_EQ(table->initial.size(), 12U);
  float second = 0;
  std::memcpy(&second, table->initial.data() + 4, 4);
  EXPECT_EQ(second, 2.0F);

  const VariableRecord* pointer = variable("pointer");
  ASSERT_NE(pointer, nullptr);
  ASSERT_EQ(pointer->relocations.size(), 1U);
  EXPECT_EQ(pointer->relocations[0].symbol, "with_value");
  EXPECT_EQ(pointer->relocations[0].addend, 4);

  const VariableRecord* functions = variable("functions");
  ASSERT_NE(functions, nullptr);
  ASSERT_EQ(functions->relocations.size(), 2U);
  EXPECT_EQ(functions->relocations[1].offset, 8U);
  EXPECT_EQ(functions->relocations[1].symbol, "_Z6negatei");

  const VariableRecord* internal = variable("_ZL8internal");
  ASSERT_NE(internal, nullptr);
  EXPECT_TRUE(internal->is_local);
}

TEST_F(ImageFacts, VtablesAreVariablesAndPlainConstantsAreNot) {
  images();
  const VariableRecord* vtable = variable("_ZTV6Square");
  ASSERT_NE(vtable, nullptr);
  ASSERT_EQ(vtable->relocations.size(), 1U);
  EXPECT_EQ(vtable->relocations[0].symbol, "_ZNK6Square5sidesEv");
  for (const VariableRecord& it : images_[0].variables) {
    EXPECT_EQ(it.name.find("small"), std::string::npos) << it.name;
    EXPECT_NE(it.name, "dynamic");
  }
}

TEST_F(ImageFacts, FunctionsThatArePointedToAreListed) {
  images();
  const auto& names = images_[0].address_taken;
  EXPECT_NE(std::ranges::find(names, "_Z6squarei"), names.end());
  EXPECT_NE(std::ranges::find(names, "_ZNK6Square5sidesEv"), names.end());
  EXPECT_EQ(std::ranges::find(names, "_Z6stagedi"), names.end());
}

TEST_F(ImageFacts, OneImageForEachArchitecture) {
  images("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_75,code=sm_75 -G");
  ASSERT_EQ(images_.size(), 2U);
  EXPECT_EQ(images_[0].arch, 75U);
  EXPECT_EQ(images_[1].arch, 80U);
  EXPECT_TRUE(images_[0].debug);
  EXPECT_EQ(kernel("7bounded", 1).max_threads_per_block, 256U);
  const Image* chosen = image::select_image(images_, 89);
  ASSERT_NE(chosen, nullptr);
  EXPECT_EQ(chosen->arch, 80U);
}

TEST_F(ImageFacts, RegistersAreEstimatedWithinTheirBounds) {
  images();
  EXPECT_LE(kernel("12tile_product").registers, 32U);
  EXPECT_GE(kernel("9many_sums").registers, 80U);
  EXPECT_LE(kernel("9many_sums").registers, 128U);
  EXPECT_LE(kernel("6counts").registers, 40U);
  EXPECT_GE(kernel("10parameters").registers, 16U);
  EXPECT_LE(kernel("7bounded").registers, 65536U / (256 * 2));
  EXPECT_TRUE(images("-maxrregcount=16").size() == 1);
  for (const KernelRecord& it : images_[0].kernels) EXPECT_EQ(it.registers, 16U) << it.name;
}

}  // namespace
}  // namespace heddle::frontend
