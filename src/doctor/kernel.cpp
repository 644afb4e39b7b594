// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <fstream>

#include "doctor/doctor.h"
#include "frontend/process.h"
#include "frontend/workspace.h"

namespace heddle::doctor {
namespace {

constexpr const char* kProbe = R"(#include <cstdio>
__global__ void square(int* out) { out[threadIdx.x] = threadIdx.x * threadIdx.x; }
int main() {
  int *device, host[64];
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 1;
  square<<<1, 64>>>(device);
  if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < 64; ++i) {
    if (host[i] != i * i) return 1;
  }
  return 0;
}
)";

}  // namespace

void try_a_kernel(Report& report) {
  const support::WorkFolder work = frontend::temporary_folder();
  const std::string source = work.file("probe.cu");
  std::ofstream(source) << kProbe;
  const auto begin = std::chrono::steady_clock::now();
  frontend::Child child({"/proc/self/exe", "run", source}, work.file("messages"));
  const int status = child.wait();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (status == 0) {
    report.good("a kernel", fmt::format("compiled and ran, {:.1f} s", taken.count()));
    return;
  }
  std::string said = child.diagnostics();
  said = said.substr(0, said.find('\n'));
  report.missing("a kernel", fmt::format("does not run: exit code {}{}{}", status,
                                         said.empty() ? "" : ": ", said));
}

}  // namespace heddle::doctor
