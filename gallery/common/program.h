// SPDX-License-Identifier: Apache-2.0
// What all programs of the gallery share: the options every one has, one printed row a kernel
// (time, rate, PASS or FAIL), the same rows as CSV, and the exit code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "check.h"
#include "cuda_check.h"
#include "options.h"
#include "timing.h"

namespace gallery {

// What one launch must do at least, for the rates; 0 where a rate says nothing.
struct Work {
  double flop;
  double bytes;
};

class Program {
 public:
  Program(int argc, char** argv, const char* name, const char* idea)
      : options_(argc, argv, name, idea), name_(name) {}

  int integer(const char* option, int fallback, int least, int most, const char* help) {
    return static_cast<int>(options_.integer(option, fallback, least, most, help));
  }
  std::string text(const char* option, const char* fallback, const char* help) {
    return options_.text(option, fallback, help);
  }
  [[noreturn]] void usage_error(const std::string& why) const { options_.usage_error(why); }

  // After the program's own options: reads the common ones and chooses the device.
  void start() {
    const int device = integer("device", 0, 0, 1023, "number of the device");
    repetitions_ = integer("reps", 5, 0, 1000000, "timed launches (0: check only)");
    warmup_ = integer("warmup", 1, 0, 1000000, "launches before the timed ones");
    seed_ = static_cast<std::uint64_t>(
        options_.integer("seed", 1, 0, LLONG_MAX, "seed of the random data"));
    csv_ = options_.text("csv", "", "append the rows to this file");
    options_.done();
    int devices = 0;
    CUDA_CHECK(cudaGetDeviceCount(&devices));
    if (device >= devices)
      options_.usage_error("--device " + std::to_string(device) + ": there are " +
                           std::to_string(devices) + " devices");
    CUDA_CHECK(cudaSetDevice(device));
  }

  int repetitions() const { return repetitions_; }
  int warmup() const { return warmup_; }
  std::uint64_t seed(std::uint64_t array = 0) const { return seed_ * 1000 + array; }

  // Launches once and lets verify() look at the result, then takes the time.
  template <class Launch, class Verify>
  void measure(const std::string& kernel, const std::string& size, Work work, Launch launch,
               Verify verify) {
    launch();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const Check check = verify();
    const double time =
        check.pass && repetitions_ > 0 ? median_milliseconds(warmup_, repetitions_, launch) : 0.0;
    row(kernel, size, work, time, check);
  }

  // For times that were taken in another way; 0: none. one_launch: where `time` is the GPU's alone,
  // that of a launch on an idle GPU.
  void row(const std::string& kernel, const std::string& size, Work work, double time,
           const Check& check, double one_launch = 0) {
    ++rows_;
    failed_ += check.pass ? 0 : 1;
    const double gflops = time > 0 ? work.flop / time * 1e-6 : 0;
    const double gbytes = time > 0 ? work.bytes / time * 1e-6 : 0;
    std::printf("%-30s %-18s", kernel.c_str(), size.c_str());
    if (time > 0) std::printf(" %10.4f ms", time);
    if (one_launch > 0) std::printf(" (one launch %.4f)", one_launch);
    if (gflops > 0) std::printf(" %9.1f GFLOP/s", gflops);
    if (gbytes > 0) std::printf(" %8.1f GB/s", gbytes);
    std::printf("  %s  error %.3g, allowed %.3g (%s)", check.pass ? "PASS" : "FAIL", check.error,
                check.bound, check.reason.c_str());
    std::printf("%s%s\n", check.detail.empty() ? "" : ": ", check.detail.c_str());
    std::fflush(stdout);
    if (csv_.empty()) return;
    std::FILE* file = std::fopen(csv_.c_str(), "a");
    if (file == nullptr) usage_error("cannot write " + csv_);
    std::fprintf(file, "%s,%s,%s,%.5f,%.1f,%.1f,%.3g,%.3g,%s,%.3g,%s\n", name_.c_str(),
                 without_commas(kernel).c_str(), without_commas(size).c_str(), time, gflops, gbytes,
                 check.error, check.bound, check.pass ? "PASS" : "FAIL", check.rms,
                 one_launch > 0 ? std::to_string(one_launch).c_str() : "");
    std::fclose(file);
  }

  void row(const std::string& kernel, const std::string& size, const Check& check) {
    row(kernel, size, Work{0, 0}, 0.0, check);
  }

  void skip(const std::string& kernel, const std::string& why) {
    std::printf("%-30s skipped: %s\n", kernel.c_str(), why.c_str());
  }

  int finish() {
    if (rows_ == 0) usage_error("no kernel of this program can run at these sizes");
    std::printf("%s %s: %d checks, %d failed\n", failed_ == 0 ? "PASS" : "FAIL", name_.c_str(),
                rows_, failed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  static std::string without_commas(std::string text) {
    std::replace(text.begin(), text.end(), ',', ';');
    return text;
  }

  Options options_;
  std::string name_, csv_;
  std::uint64_t seed_ = 1;
  int repetitions_ = 5, warmup_ = 1, rows_ = 0, failed_ = 0;
};

inline std::string by(long long a, long long b) {
  return std::to_string(a) + "x" + std::to_string(b);
}
inline std::string by(long long a, long long b, long long c) {
  return by(a, b) + "x" + std::to_string(c);
}

inline unsigned ceil_div(long long a, long long b) {
  return static_cast<unsigned>((a + b - 1) / b);
}

}  // namespace gallery
