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

}  // namespace

bool is_fast() {
  static const bool fast = read();
  return fast;
}

}  // namespace heddle::tensor
