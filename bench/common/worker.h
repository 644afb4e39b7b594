// SPDX-License-Identifier: Apache-2.0
// A worker is a process that holds the benchmark cases of one candidate (Heddle, OpenMP, PoCL ...)
// and measures them on demand, so that the driver can interleave the candidates sample by sample.
//
// Requests, one a line on stdin           Replies, one JSON object a line on stdout
//   open <case> <n>                         {"ok":true}
//   check                                   {"ok":true,"error":1e-7,"bound":1e-5}
//   run <count>                             {"ok":true,"seconds":median,"fastest":..,"slowest":..}
//   close                                   {"ok":true}
// open also runs the case once, to warm it up; check compares the result of the last run.
// The first line that a worker prints describes it: {"ok":true,"worker":"...","detail":"..."}.
// A case that cannot run answers {"ok":false,"why":"..."}.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// One kernel with its data, opened at a size n (whose meaning the case defines).
class Case {
 public:
  virtual ~Case() = default;
  // One execution, finished on return.
  virtual void run() = 0;
  // The same, and how many seconds it took. A case that is not about all of run() times its part.
  virtual double timed_run();
  // Distance of the last run's result from the reference, in the unit of bound().
  virtual double error() = 0;
  virtual double bound() const = 0;
};

struct CaseEntry {
  const char* name;
  std::unique_ptr<Case> (*open)(std::int64_t n);
};

template <typename T>
std::unique_ptr<Case> open_case(std::int64_t n) {
  return std::make_unique<T>(n);
}

// Serves requests until stdin ends. Returns the process's exit code.
int serve(const std::string& worker, const std::string& detail,
          const std::vector<CaseEntry>& cases);

}  // namespace bench
