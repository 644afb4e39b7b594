// SPDX-License-Identifier: Apache-2.0
// Device files: each is a model that all questions can be asked of, or a sentence.
#include <cstdlib>
#include <string>

#include "gpu/describe.h"
#include "gpu/occupancy.h"
#include "gpu/parse.h"

using namespace heddle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto result = gpu::parse_model(text, "fuzz", "fuzz.toml");
  if (const auto* sentence = std::get_if<std::string>(&result)) {
    if (sentence->empty()) std::abort();
    return 0;
  }
  const auto& model = std::get<gpu::Model>(result);
  gpu::KernelUse use;
  for (const int registers : {1, 32, 255}) {
    use.registers = registers;
    for (const int threads : {1, 33, 1024}) {
      gpu::occupancy(model, use, threads, 1000);
      gpu::max_block_threads(model, use);
    }
  }
  if (gpu::describe_text(model, 0).empty()) std::abort();
  return 0;
}
