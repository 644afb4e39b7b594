// SPDX-License-Identifier: Apache-2.0
#include "gpu/parse.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>

namespace heddle::gpu {
namespace {

struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Reader {
 public:
  Reader(const toml::table& root, std::string origin) : root_(root), origin_(std::move(origin)) {}

  [[noreturn]] void fail(const toml::node* at, const std::string& what) const {
    std::string line = at ? ":" + std::to_string(at->source().begin.line) : "";
    throw Wrong(origin_ + line + ": " + what);
  }

  std::string text(const char* key) const {
    const toml::node* node = root_.get(key);
    if (!node || !node->is_string()) fail(node, std::string(key) + " = \"...\" is missing");
    return node->value<std::string>().value();
  }

  void capability(Model& model) const {
    const toml::node* node = root_.get("compute_capability");
    const toml::array* pair = node ? node->as_array() : nullptr;
    Integer major = -1, minor = -1;
    if (!pair || pair->size() != 2 || !convert(*pair->get(0), major, kMostOfVersion) ||
        !convert(*pair->get(1), minor, kMostOfVersion))
      fail(node, "compute_capability = [major, minor] is missing");
    model.major = static_cast<int>(major);
    model.minor = static_cast<int>(minor);
  }

  void sources(Model& model) const {
    const toml::table* table = root_["sources"].as_table();
    if (!table) fail(nullptr, "the table [sources] is missing");
    for (const auto& [key, node] : *table) {
      if (!node.is_string()) fail(&node, "a source is a text");
      model.sources.emplace(key.str(), node.value<std::string>().value());
    }
  }

  template <class T>
  void fact(Model& model, const char* section, const char* name, T& out) {
    if (!find(model, section, name, out))
      fail(nullptr, std::string(section) + "." + name + " is missing");
  }

  template <class T>
  void fact(Model& model, const char* section, const char* name, std::optional<T>& out) {
    T value{};
    if (find(model, section, name, value)) out = value;
  }

  // A misspelt name must not pass as "not known".
  void no_others() const {
    static const std::set<std::string_view> top = {
        "name", "architecture", "compute_capability", "sources", "launch", "sm", "chip", "texture"};
    for (const auto& [key, node] : root_) {
      if (!top.contains(key.str())) fail(&node, "no such entry: " + std::string(key.str()));
      const toml::table* table = node.as_table();
      if (!table || key.str() == "sources") continue;
      for (const auto& [name, fact] : *table) {
        std::string path = std::string(key.str()) + "." + std::string(name.str());
        if (!seen_.contains(path)) fail(&fact, "no such fact: " + path);
      }
    }
  }

 private:
  template <class T>
  bool find(Model& model, const char* section, const char* name, T& out) {
    std::string path = std::string(section) + "." + name;
    seen_.insert(path);
    const toml::table* table = root_[section].as_table();
    const toml::node* node = table ? table->get(name) : nullptr;
    if (!node) return false;
    const toml::array* pair = node->as_array();
    if (!pair || pair->size() != 2 || !pair->get(1)->is_string())
      fail(node, path + " must be written [value, \"source\"]");
    std::string source = pair->get(1)->value<std::string>().value();
    if (!model.sources.contains(source))
      fail(node, path + " names the source \"" + source + "\", which [sources] does not have");
    // Capacities of a chip are large; all else is multiplied with each other.
    const Integer most = std::string_view(section) == "chip" ? kMostOfChip : kMost;
    if (!convert(*pair->get(0), out, most))
      fail(node, path + " has a value of the wrong type or size");
    model.fact_source.emplace(path, source);
    return true;
  }

  static constexpr Integer kMostOfVersion = 999;
  static constexpr Integer kMost = std::numeric_limits<std::int32_t>::max();
  static constexpr Integer kMostOfChip = Integer{1} << 45;

  static bool convert(const toml::node& node, Integer& out, Integer most) {
    if (!node.is_integer()) return false;
    out = node.value<Integer>().value();
    return out >= 0 && out <= most;
  }
  static bool convert(const toml::node& node, Real& out, Integer) {
    if (!node.is_number()) return false;
    out = node.value<Real>().value_or(0);
    return out > 0 && std::isfinite(out);
  }
  static bool convert(const toml::node& node, Text& out, Integer) {
    if (!node.is_string()) return false;
    out = node.value<Text>().value();
    return true;
  }
  static bool convert(const toml::node& node, Flag& out, Integer) {
    if (!node.is_boolean()) return false;
    out = node.value<Flag>().value();
    return true;
  }
  static bool convert(const toml::node& node, Integers& out, Integer most) {
    const toml::array* array = node.as_array();
    if (!array || array->empty()) return false;
    for (const toml::node& element : *array) {
      Integer value = 0;
      if (!convert(element, value, most)) return false;
      out.push_back(value);
    }
    return true;
  }

  const toml::table& root_;
  std::string origin_;
  std::set<std::string> seen_;
};

}  // namespace

ParseResult parse_model(std::string_view text, const std::string& id, const std::string& origin) {
  toml::parse_result parsed = toml::parse(text, origin);
  if (!parsed)
    return origin + ":" + std::to_string(parsed.error().source().begin.line) + ": " +
           std::string(parsed.error().description());
  try {
    Reader reader(parsed.table(), origin);
    Model model;
    model.id = id;
    model.name = reader.text("name");
    model.architecture = reader.text("architecture");
    reader.capability(model);
    reader.sources(model);
#define HEDDLE_GPU_FACT(section, name, type, need, unit, sentence) \
  reader.fact(model, #section, #name, model.section.name);
#include "gpu/model_facts.inc"
#undef HEDDLE_GPU_FACT
    reader.no_others();
    std::string wrong = check_model(model);
    if (!wrong.empty()) return origin + ": " + wrong;
    return model;
  } catch (const Wrong& wrong) {
    return std::string(wrong.what());
  }
}

}  // namespace heddle::gpu
