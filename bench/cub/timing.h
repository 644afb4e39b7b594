// SPDX-License-Identifier: Apache-2.0
// Times for bench/cub/compare: "name milliseconds" a line, the least of several rounds; with
// THREADS=1 the mean of the CPU's time, so that a busy machine does not count: that clock may go in
// steps of 4 ms, so that the least says nothing. And the items: the same in both programs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

inline bool alone() {
  static const bool one = std::atoi(std::getenv("THREADS")) == 1;
  return one;
}

inline double seconds() {
  timespec now;
  clock_gettime(alone() ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

// `names`: with commas between.
inline bool is_among(std::string_view name, std::string_view names) {
  while (true) {
    const std::size_t end = names.find(',');
    if (names.substr(0, end) == name) return true;
    if (end == names.npos) return false;
    names.remove_prefix(end + 1);
  }
}

// prepare() before each round is not timed. `sum`: of the result, the same in both programs.
template <class Prepare, class Run, class Sum>
void time_of(const char* name, Prepare prepare, Run run, Sum sum) {
  if (const char* only = std::getenv("ONLY"); only && !is_among(name, only)) return;
  double least = 1e30, all = 0;
  int rounds = 0;  // but the first, which compiles and touches memory
  for (int round = 0; round < 400 && (round < 5 || all < 1); ++round) {
    prepare();
    const double begin = seconds();
    run();
    const double took = seconds() - begin;
    least = std::min(least, took);
    if (round == 0) continue;
    all += took;
    ++rounds;
  }
  const double shown = alone() ? all / rounds : least;
  std::printf("%s %.3f %llu\n", name, shown * 1000, static_cast<unsigned long long>(sum()));
  std::fflush(stdout);
}

inline std::vector<std::uint32_t> items(std::size_t count) {
  std::mt19937 engine(20261126);
  std::vector<std::uint32_t> out(count);
  for (std::uint32_t& x : out) x = engine();
  return out;
}
// Depends on the order.
template <class T>
std::uint64_t mixed(const std::vector<T>& values) {
  std::uint64_t sum = 0;
  for (const T& x : values) sum = sum * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(x);
  return sum;
}
