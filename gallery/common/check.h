// SPDX-License-Identifier: Apache-2.0
// Comparison of a kernel's result with what the host expects, element by element.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace gallery {

// Unit roundoff of float: one rounded operation changes its result by at most this, relatively.
inline constexpr double kUnit = 0x1p-24;

struct Check {
  bool pass = false;
  double error = 0;    // largest error found, in units of the elements' scale
  double rms = 0;      // root of the mean of the errors' squares, where somebody takes it
  double bound = 0;    // largest error allowed
  std::string reason;  // why the bound is what it is
  std::string detail;  // the first wrong element, when there is one
};

// What an element should be, and the size of the numbers that went into it: cancellation makes
// the result small but not its error, so the error is measured against the latter.
struct Expected {
  double value;
  double scale;
};

// expected: std::size_t -> Expected. NaN results are never near anything.
template <class T, class Function>
Check check_close(const std::vector<T>& got, double bound, const char* reason, Function expected) {
  Check check;
  check.bound = bound;
  check.reason = reason;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const Expected want = expected(i);
    const double difference = std::fabs(static_cast<double>(got[i]) - want.value);
    const double error = difference == 0 ? 0 : difference / want.scale;
    if (error > check.error || std::isnan(error)) check.error = error;
    if (error <= bound) continue;
    if (wrong++ == 0) {
      char text[160];
      std::snprintf(text, sizeof text, "first at %zu: got %.9g, expected %.9g", i,
                    static_cast<double>(got[i]), want.value);
      check.detail = text;
    }
  }
  check.pass = wrong == 0;
  if (wrong != 0)
    check.detail += "; " + std::to_string(wrong) + " of " + std::to_string(got.size()) + " wrong";
  return check;
}

// For integers, copies, and single rounded operations, where there is one right answer.
template <class T, class Function>
Check check_equal(const std::vector<T>& got, Function expected) {
  return check_close(got, 0.0, "exact", [&](std::size_t i) {
    return Expected{static_cast<double>(expected(i)), 1.0};
  });
}

template <class T>
Check check_equal(const std::vector<T>& got, const std::vector<T>& expected) {
  if (got.size() != expected.size()) {
    Check check;
    check.reason = "exact";
    check.detail =
        std::to_string(got.size()) + " elements instead of " + std::to_string(expected.size());
    return check;
  }
  return check_equal(got, [&](std::size_t i) { return expected[i]; });
}

inline Check check_that(bool holds, const char* what, const std::string& detail = "") {
  Check check;
  check.pass = holds;
  check.error = holds ? 0 : 1;
  check.reason = what;
  if (!holds) check.detail = detail;
  return check;
}

}  // namespace gallery
