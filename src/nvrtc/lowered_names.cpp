// SPDX-License-Identifier: Apache-2.0
// Name expressions. Behind the source stands a variable for each, which holds the address of what
// the expression names: a use of it makes the instance of a template, and the image says at which
// symbol the variable points. The variables are taken out again.
#include <algorithm>

#include "image/image.h"
#include "nvrtc/program.h"

namespace heddle::nvrtc {
namespace {

constexpr std::string_view kPrefix = "__heddle_lowered_name_";

}  // namespace

std::string name_expression_text(const std::vector<std::string>& expressions) {
  std::string text;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    // A line of its own, which messages can show.
    text += "\n#line 1 \"name expression " + std::to_string(i + 1) + "\"\n";
    text += "__device__ const volatile void* " + std::string(kPrefix) + std::to_string(i) +
            " = (const volatile void*)(" + expressions[i] + ");\n";
  }
  return text;
}

bool take_lowered_names(std::size_t count, std::string* image, std::vector<std::string>* names) {
  names->assign(count, "");
  if (count == 0) return true;
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(image->data()), image->size());
  auto images = image::read_blob(bytes);
  if (!images || images->empty()) return false;
  for (image::Image& each : *images) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto variable = std::ranges::find(
          each.variables, std::string(kPrefix) + std::to_string(i), &image::VariableRecord::name);
      if (variable == each.variables.end() || variable->relocations.empty()) return false;
      (*names)[i] = variable->relocations.front().symbol;
      each.variables.erase(variable);
    }
    // The variables' addresses of kernels are no use of them.
    std::erase_if(each.address_taken, [&](const std::string& name) {
      return std::ranges::find(each.kernels, name, &image::KernelRecord::name) !=
             each.kernels.end();
    });
  }
  const auto blob = image::write_blob(*images);
  image->assign(blob.begin(), blob.end());
  return true;
}

}  // namespace heddle::nvrtc
