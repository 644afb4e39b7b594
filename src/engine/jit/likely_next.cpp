// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/likely_next.h"

#include "jit/compiler_api.h"

namespace heddle::engine {
namespace {

Dim3 likely_block(const image::KernelRecord& kernel, const Dim3& block) {
  const std::uint32_t most = kernel.max_threads_per_block;
  return most == 0 || block.count() <= most ? block : Dim3{most, 1, 1};
}

}  // namespace

std::vector<CodeRequest> likely_next(const CodeRequest& request) {
  const auto& kernels = request.unit->images()[request.image]->kernels;
  std::size_t here = 0;
  while (here < kernels.size() && kernels[here].name != request.kernel) ++here;
  std::vector<CodeRequest> all;
  for (std::size_t i = 1; i < kernels.size() && here < kernels.size(); ++i) {
    const image::KernelRecord& kernel = kernels[(here + i) % kernels.size()];
    CodeRequest next = request;
    next.kernel = kernel.name;
    next.block = likely_block(kernel, request.block);
    next.flags &= ~std::uint32_t{kHeddleWideGrid};
    all.push_back(std::move(next));
  }
  return all;
}

}  // namespace heddle::engine
