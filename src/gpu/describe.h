// SPDX-License-Identifier: Apache-2.0
// A model as `heddle devices` shows it.
#pragma once

#include <span>
#include <string>

#include "gpu/model.h"

namespace heddle::gpu {

// A block of lines as people know them from deviceQuery; ends with a newline.
std::string describe_text(const Model& model, int ordinal);

// Every fact by section and name with its unit and source; facts that are not known are null.
// An array with one object a model; ends with a newline.
std::string describe_json(std::span<const Model> models);

// One line for each built-in model: id, name, compute capability, SMs, memory.
std::string list_models_text();

}  // namespace heddle::gpu
