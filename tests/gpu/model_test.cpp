// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "data.h"
#include "gpu/parse.h"

namespace heddle::gpu::test {
namespace {

std::string text_of(const std::string& id) {
  std::ifstream file(HEDDLE_DEVICES + id + ".toml");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string parse_error(const std::string& text) {
  ParseResult result = parse_model(text, "x", "x.toml");
  return std::holds_alternative<std::string>(result) ? std::get<std::string>(result) : "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Model, AllBuiltInModelsAreValid) {
  EXPECT_EQ(model_ids(), (std::vector<std::string>{"a100", "b200", "gtx1650", "h100", "h200",
                                                   "rtx3090", "rtx4090"}));
  for (const std::string& id : model_ids()) EXPECT_EQ(model(id).id, id);
}

// One row a GPU, from the programming guide's tables of compute capabilities.
TEST(Model, GuideTable) {
  struct Row {
    const char* id;
    int arch, warps, blocks, shared_kib, optin_kib, unified_kib, fp32;
  };
  const Row rows[] = {
      {"gtx1650", 75, 32, 16, 64, 64, 96, 64},    {"a100", 80, 64, 32, 164, 163, 192, 64},
      {"rtx3090", 86, 48, 16, 100, 99, 128, 128}, {"rtx4090", 89, 48, 24, 100, 99, 128, 128},
      {"h100", 90, 64, 32, 228, 227, 256, 128},   {"h200", 90, 64, 32, 228, 227, 256, 128},
      {"b200", 100, 64, 32, 228, 227, 256, 128},
  };
  for (const Row& row : rows) {
    Model m = model(row.id);
    EXPECT_EQ(m.arch(), row.arch) << row.id;
    EXPECT_EQ(m.sm.max_warps, row.warps) << row.id;
    EXPECT_EQ(m.sm.max_blocks, row.blocks) << row.id;
    EXPECT_EQ(m.sm.shared_bytes, row.shared_kib * 1024) << row.id;
    EXPECT_EQ(m.sm.shared_per_block_optin_bytes, row.optin_kib * 1024) << row.id;
    EXPECT_EQ(m.sm.unified_l1_bytes, row.unified_kib * 1024) << row.id;
    EXPECT_EQ(m.sm.fp32_lanes, row.fp32) << row.id;
  }
}

// The float peak of the data sheet follows from SMs, lanes and the highest clock.
TEST(Model, PeaksAgreeWithDataSheets) {
  for (const std::string& id : model_ids()) {
    Model m = model(id);
    EXPECT_NEAR(m.fp32_flops() / 1e12 / m.chip.sheet_fp32_tflops.value(), 1, 0.02) << id;
    if (m.chip.sheet_fp64_tflops)
      EXPECT_NEAR(m.fp64_flops() / 1e12 / *m.chip.sheet_fp64_tflops, 1, 0.03) << id;
    EXPECT_NEAR(m.memory_bytes_per_second() / 1e9 / m.chip.sheet_bandwidth_gb_s.value(), 1, 0.05)
        << id;
  }
}

TEST(Model, NamesAreForgiving) {
  EXPECT_EQ(model("RTX 4090").id, "rtx4090");
  EXPECT_EQ(model("rtx-3090").id, "rtx3090");
  EXPECT_EQ(model("H200").id, "h200");
  std::string wrong = std::get<std::string>(find_model("h2000"));
  EXPECT_NE(wrong.find("h2000"), std::string::npos);
  EXPECT_NE(wrong.find("rtx4090"), std::string::npos);
}

TEST(Model, SeveralDevicesAndFiles) {
  auto models =
      std::get<std::vector<Model>>(find_models("h200,rtx4090," HEDDLE_DEVICES "a100.toml"));
  ASSERT_EQ(models.size(), 3u);
  EXPECT_EQ(models[1].name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(models[2].id, "a100");
  EXPECT_TRUE(std::holds_alternative<std::string>(find_models("h200,,a100")));
  EXPECT_TRUE(std::holds_alternative<std::string>(find_models("")));
  EXPECT_NE(std::get<std::string>(find_models("/nowhere/x.toml")).find("/nowhere/x.toml"),
            std::string::npos);
}

TEST(Model, BadFilesNameTheFactAndTheLine) {
  std::string good = text_of("h200");
  EXPECT_EQ(parse_error(good), "");
  EXPECT_NE(parse_error(replaced(good, "max_warps ", "max_warp ")).find("sm.max_warps"),
            std::string::npos);
  EXPECT_NE(parse_error(good + "unheard_of = [1, \"guide\"]\n").find("texture.unheard_of"),
            std::string::npos);
  EXPECT_NE(parse_error(replaced(good, "[64, \"guide\"]", "64")).find("[value, \"source\"]"),
            std::string::npos);
  EXPECT_NE(parse_error(replaced(good, "[64, \"guide\"]", "[64, \"hearsay\"]")).find("hearsay"),
            std::string::npos);
  EXPECT_NE(
      parse_error(replaced(good, "[64, \"guide\"]", "[\"64\", \"guide\"]")).find("wrong type"),
      std::string::npos);
  EXPECT_NE(parse_error(replaced(good, "warp_size                      = [32", "warp_size = [64"))
                .find("warp_size"),
            std::string::npos);
  EXPECT_NE(parse_error(replaced(good, "[6016, \"h200\"]", "[601, \"h200\"]")).find("bandwidth"),
            std::string::npos);
  EXPECT_NE(parse_error(replaced(good, "[132, \"h200\"]", "[131, \"h200\"]")).find("gpc_sms"),
            std::string::npos);
  std::string broken = parse_error(replaced(good, "[sources]", "[sources"));
  EXPECT_EQ(broken.substr(0, 7), "x.toml:") << broken;
}

TEST(Model, UnknownFactsAreAbsent) {
  EXPECT_FALSE(model("b200").chip.copy_engines.has_value());
  EXPECT_TRUE(model("h200").chip.copy_engines.has_value());
}

}  // namespace
}  // namespace heddle::gpu::test
