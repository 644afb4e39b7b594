// SPDX-License-Identifier: Apache-2.0
#include "cli/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "cli/commands.h"
#include "frontend/failure.h"
#include "frontend/process.h"
#include "frontend/workspace.h"
#include "support/read_file.h"

namespace heddle::cli {
namespace {

using Kind = DoctorLine::Kind;

const char* word_for(Kind kind) {
  switch (kind) {
    case Kind::kGood:
      return "ok";
    case Kind::kNote:
      return "note";
    case Kind::kMissing:
      break;
  }
  return "MISSING";
}

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

void DoctorReport::good(std::string topic, std::string text) {
  lines_.push_back({Kind::kGood, std::move(topic), std::move(text)});
}

void DoctorReport::note(std::string topic, std::string text) {
  lines_.push_back({Kind::kNote, std::move(topic), std::move(text)});
}

void DoctorReport::missing(std::string topic, std::string text) {
  lines_.push_back({Kind::kMissing, std::move(topic), std::move(text)});
}

unsigned DoctorReport::missing_count() const {
  return static_cast<unsigned>(std::ranges::count(lines_, Kind::kMissing, &DoctorLine::kind));
}

// As a user would, with `heddle run`.
void try_a_kernel(DoctorReport& report) {
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

int doctor(std::span<const std::string> words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    fmt::print(
        "Usage: heddle doctor\nSays what Heddle needs of this machine, whether it is there, "
        "and what may be in its way.\n");
    return 0;
  }
  if (!words.empty()) {
    throw frontend::Failure(fmt::format("heddle doctor takes no '{}'", words[0]));
  }
  DoctorReport report;
  look_at_machine(report);
  look_at_tools(report);
  look_at_settings(report);
  look_at_vendor(report);
  if (report.missing_count() == 0) try_a_kernel(report);
  fmt::print("heddle {}\n", HEDDLE_VERSION);
  for (const DoctorLine& line : report.lines()) {
    fmt::print("{:<8} {:<12} {}\n", word_for(line.kind), line.topic, line.text);
  }
  const unsigned missing = report.missing_count();
  if (missing == 0) fmt::print("All that Heddle needs is here.\n");
  if (missing != 0) fmt::print("{} missing: programs will not compile or run.\n", missing);
  return missing == 0 ? 0 : 1;
}

}  // namespace heddle::cli
