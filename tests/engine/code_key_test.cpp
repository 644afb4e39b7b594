// SPDX-License-Identifier: Apache-2.0
// Code that may differ is filed under different keys: each field of a request counts.
#include "engine/jit/code_key.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "engine/module/registry.h"

namespace heddle::test {
namespace {

using engine::CodeRequest;

// `bitcode` outlives it.
image::Image image_of(const std::vector<std::uint8_t>& bitcode) {
  image::Image image;
  image.arch = 90;
  image.bitcode = bitcode;
  return image;
}

struct Filed {
  CodeRequest request;
  std::string compiler = "compiler 1", isa = "avx2", passes, cpu = "znver3";
  support::Hash128 key() const { return engine::code_key(request, compiler, isa, passes, cpu); }
};

TEST(CodeKey, EachFieldCounts) {
  const std::vector<std::uint8_t> one{1, 2, 3}, two{1, 2, 4};
  const image::Image first = image_of(one), second = image_of(two);
  engine::Registry registry;
  const engine::Unit unit(registry, {&first, &second}, {nullptr, nullptr});
  const engine::Unit other(registry, {&first, &first}, {nullptr, nullptr});
  const engine::Unit alone(registry, {&first}, {nullptr});
  Filed filed;
  filed.request.unit = &unit;
  filed.request.kernel = "kernel";
  filed.request.block = {8, 8, 1};
  EXPECT_EQ(filed.key(), Filed(filed).key());
  const std::vector<std::pair<const char*, std::function<void(Filed&)>>> changes = {
      {"unit", [&](Filed& f) { f.request.unit = &other; }},
      {"fewer images", [&](Filed& f) { f.request.unit = &alone; }},
      {"image", [](Filed& f) { f.request.image = 1; }},
      {"kernel", [](Filed& f) { f.request.kernel = "kernel2"; }},
      {"functions", [](Filed& f) { f.request.kernel = ""; }},
      {"block.x", [](Filed& f) { f.request.block.x = 9; }},
      {"block.y", [](Filed& f) { f.request.block.y = 9; }},
      {"block.z", [](Filed& f) { f.request.block.z = 2; }},
      {"x and y", [](Filed& f) { f.request.block = {16, 4, 1}; }},
      {"y and z", [](Filed& f) { f.request.block = {8, 1, 8}; }},
      {"flags", [](Filed& f) { f.request.flags = 1; }},
      {"probe mask", [](Filed& f) { f.request.probe_mask = 1; }},
      {"budget", [](Filed& f) { f.request.budget = 1.5; }},
      {"whole", [](Filed& f) { f.request.whole = true; }},
      {"compiler", [](Filed& f) { f.compiler = "compiler 2"; }},
      {"isa", [](Filed& f) { f.isa = "baseline"; }},
      {"passes", [](Filed& f) { f.passes = "-jam-warps"; }},
      {"cpu", [](Filed& f) { f.cpu = "znver4"; }},
  };
  std::vector<support::Hash128> seen{filed.key()};
  for (const auto& [what, change] : changes) {
    Filed changed = filed;
    change(changed);
    for (const support::Hash128& key : seen) EXPECT_FALSE(changed.key() == key) << what;
    seen.push_back(changed.key());
  }
}

}  // namespace
}  // namespace heddle::test
