// SPDX-License-Identifier: Apache-2.0
// Command lines of `heddle cc`, a word a line: options, architectures, lists. Each is taken, or
// refused by a sentence.
#include "frontend/options.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "frontend/arch.h"
#include "frontend/failure.h"
#include "frontend/words.h"
#include "support/settings.h"

using namespace heddle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(data, data + size);
  // Files that it may name are below the folder that the fuzzer was started in.
  for (char& c : text) {
    if (c == '/') c = '_';
  }
  frontend::split_response(text);
  frontend::split_tool_options(text);
  std::uint64_t bytes = 0;
  support::parse_bytes(text, &bytes);
  try {
    const auto options = frontend::parse_options(frontend::split(text, '\n'));
    frontend::select_targets(options.arch, 90);
  } catch (const frontend::Failure& failure) {
    if (*failure.what() == 0) std::abort();
  }
  return 0;
}
