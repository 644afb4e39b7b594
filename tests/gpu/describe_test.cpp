// SPDX-License-Identifier: Apache-2.0
#include "gpu/describe.h"

#include <nlohmann/json.hpp>

#include "data.h"

namespace heddle::gpu::test {
namespace {

TEST(Describe, TextSaysWhatDeviceQuerySays) {
  std::string text = describe_text(model("h200"), 3);
  for (const char* part :
       {"Device 3: \"NVIDIA H200\"", "9.0", "150109880320 bytes", "16896 CUDA cores", "1980 MHz",
        "6016-bit", "62914560 bytes", "233472 bytes", "232448 bytes", "(2147483647, 65535, 65535)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_NE(describe_text(model("b200"), 0).find("not known"), std::string::npos);
}

TEST(Describe, JsonHasEveryFactWithItsSource) {
  std::vector<Model> models{model("h200"), model("b200")};
  nlohmann::json json = nlohmann::json::parse(describe_json(models));
  ASSERT_EQ(json.size(), 2u);
  const auto& warps = json[0]["sm"]["max_warps"];
  EXPECT_EQ(warps["value"], 64);
  EXPECT_EQ(warps["unit"], "warps");
  EXPECT_TRUE(json[0]["sources"].contains(warps["source"].get<std::string>()));
  EXPECT_TRUE(json[1]["chip"]["copy_engines"]["value"].is_null());
  EXPECT_FALSE(json[1]["chip"]["copy_engines"].contains("source"));
}

TEST(Describe, ListHasEveryModelOnce) {
  std::string text = list_models_text();
  for (const std::string& id : model_ids()) EXPECT_NE(text.find(id + " "), std::string::npos) << id;
  EXPECT_EQ(text.find("(default)"), text.rfind("(default)"));
}

}  // namespace
}  // namespace heddle::gpu::test
