// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "gpu/describe.h"

namespace heddle::gpu {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json value_of(const T& value) {
  return value;
}
template <class T>
Json value_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json describe(const Model& m) {
  Json out;
  out["id"] = m.id;
  out["name"] = m.name;
  out["architecture"] = m.architecture;
  out["compute_capability"] = {m.major, m.minor};
#define HEDDLE_GPU_FACT(section, fact, type, need, unit_text, sentence) \
  {                                                                     \
    Json& row = out[#section][#fact];                                   \
    row["value"] = value_of(m.section.fact);                            \
    if (sizeof(unit_text) > 1) row["unit"] = unit_text;                 \
    row["what"] = sentence;                                             \
    auto source = m.fact_source.find(#section "." #fact);               \
    if (source != m.fact_source.end()) row["source"] = source->second;  \
  }
#include "gpu/model_facts.inc"
#undef HEDDLE_GPU_FACT
  out["derived"] = {{"fp32_flops", m.fp32_flops()},
                    {"fp64_flops", m.fp64_flops()},
                    {"memory_bytes_per_second", m.memory_bytes_per_second()}};
  out["sources"] = m.sources;
  return out;
}

}  // namespace

std::string describe_json(std::span<const Model> models) {
  Json out = Json::array();
  for (const Model& model : models) out.push_back(describe(model));
  return out.dump(2) + "\n";
}

}  // namespace heddle::gpu
