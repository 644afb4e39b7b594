// SPDX-License-Identifier: Apache-2.0
#include "gpu/registry.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "gpu/embedded.h"
#include "gpu/parse.h"
#include "support/read_file.h"

namespace heddle::gpu {
namespace {

std::string normalised(std::string_view name) {
  std::string out;
  for (char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::variant<Model, std::string> read_file(const std::string& path) {
  const auto text = support::read_file(path);
  if (!text) return "cannot read the GPU model " + path;
  std::string id = path.substr(path.find_last_of('/') + 1);
  if (id.ends_with(".toml")) id.resize(id.size() - 5);
  return parse_model(*text, id, path);
}

}  // namespace

std::vector<std::string> model_ids() {
  std::vector<std::string> ids;
  for (const EmbeddedModel& model : embedded_models()) ids.emplace_back(model.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::variant<Model, std::string> find_model(const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".toml")) return read_file(name);
  std::string wanted = normalised(name);
  for (const EmbeddedModel& model : embedded_models())
    if (model.id == wanted)
      return parse_model(model.text, std::string(model.id),
                         "devices/" + std::string(model.id) + ".toml");
  std::string sentence = "there is no GPU model \"" + name + "\"; known are";
  for (const std::string& id : model_ids()) sentence += " " + id;
  return sentence + ", or give the path of a .toml file";
}

std::variant<std::vector<Model>, std::string> find_models(const std::string& list) {
  std::vector<Model> models;
  for (std::size_t begin = 0; begin <= list.size();) {
    std::size_t end = std::min(list.find(',', begin), list.size());
    std::string name = list.substr(begin, end - begin);
    if (name.empty()) return "a name is missing in the list of GPU models \"" + list + "\"";
    std::variant<Model, std::string> found = find_model(name);
    if (std::string* wrong = std::get_if<std::string>(&found)) return *wrong;
    models.push_back(std::get<Model>(std::move(found)));
    begin = end + 1;
  }
  return models;
}

}  // namespace heddle::gpu
