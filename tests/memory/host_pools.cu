// SPDX-License-Identifier: Apache-2.0
// Pools of host memory are not supported: the documented error, and a line that says so once. What
// no system has is an invalid value.
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "memory.h"

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  cudaMemPool_t pool;
  // What is said on stderr.
  std::FILE* said = std::tmpfile();
  const int before = dup(STDERR_FILENO);
  dup2(fileno(said), STDERR_FILENO);
  for (const auto type : {cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma}) {
    props.location = {type, 0};
    memory::refused(cudaMemPoolCreate(&pool, &props), cudaErrorNotSupported, "host memory");
  }
  dup2(before, STDERR_FILENO);
  char text[1000] = {};
  std::rewind(said);
  const size_t size = std::fread(text, 1, sizeof text - 1, said);
  gate::that(size > 0 && std::strstr(text, "cudaMemPoolCreate with memory of the host") != nullptr,
             "names itself");
  gate::that(std::count(text, text + size, '\n') == 1, "once");
  for (const auto type : {cudaMemLocationTypeHostNumaCurrent, cudaMemLocationTypeInvalid}) {
    props.location = {type, 0};
    memory::refused(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue, "no place");
  }
  gate::write<<<1, 1>>>(gate::pinned<unsigned>(1), 1);
  gate::ok(cudaDeviceSynchronize(), "a launch, for the log");
  return gate::result();
}
