// SPDX-License-Identifier: Apache-2.0
#include "tensor/setting/fast.h"

#include <string>

#include "support/environment.h"
#include "support/message.h"

namespace heddle::tensor {
namespace {

bool read() {
  const char* value = support::variable("HEDDLE_TENSOR_CORES");
  const std::string word = value ? value : "";
  if (word.empty() || word == "exact") return false;
  if (word == "fast") return true;
  support::usage_error("HEDDLE_TENSOR_CORES=" + word + ": expected exact or fast");
}

// At once: a wrong value is told before the program begins.
const bool kFast = read();

}  // namespace

bool is_fast() {
  return kFast;
}

}  // namespace heddle::tensor
