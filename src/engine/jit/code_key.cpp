// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/code_key.h"

#include <bit>

#include "image/kernel_abi.h"

namespace heddle::engine {

support::Hash128 code_key(const CodeRequest& request, const std::string& compiler,
                          const std::string& isa, const std::string& passes,
                          const std::string& cpu) {
  support::FieldHash key;
  key.add(std::uint64_t{abi::kAbiVersion});
  key.add(compiler);
  key.add(isa);
  key.add(passes);
  key.add(cpu);
  for (std::size_t i : request.image_order()) key.add(request.unit->bitcode_hash(i));
  key.add(request.kernel);
  for (std::uint32_t n :
       {request.block.x, request.block.y, request.block.z, request.flags, request.probe_mask}) {
    key.add(std::uint64_t{n});
  }
  key.add(std::bit_cast<std::uint64_t>(request.budget));
  key.add(std::uint64_t{request.whole});
  return key.finish();
}

}  // namespace heddle::engine
