// SPDX-License-Identifier: Apache-2.0
#include "checker/arithmetic/arithmetic_check.h"

#include <fmt/format.h>

#include <bit>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::Arithmetic;
using probes::NumberKind;

std::string number_text(std::uint64_t word, const probes::Site& site) {
  switch (site.number) {
    case NumberKind::kFloat:
      return fmt::format("{}", std::bit_cast<double>(word));
    case NumberKind::kUnsigned:
      return fmt::format("{}", word);
    default:
      return fmt::format("{}", static_cast<std::int64_t>(word));
  }
}

std::string headline_of(const probes::Site& site) {
  const auto bits = site.bytes * 8;
  switch (site.arithmetic()) {
    case Arithmetic::kAddOverflow:
    case Arithmetic::kSubtractOverflow:
    case Arithmetic::kMultiplyOverflow:
      return fmt::format("Signed integer overflow of {} bits", bits);
    case Arithmetic::kDivisionByZero:
      return site.number == NumberKind::kFloat ? "Floating-point division by zero"
                                               : "Integer division by zero";
    case Arithmetic::kDivisionOverflow:
      return fmt::format("Signed integer overflow of {} bits in a division", bits);
    case Arithmetic::kShift:
      return fmt::format("Shift of {} bits by a number of bits that is out of range", bits);
    case Arithmetic::kConversion:
      return fmt::format("Conversion to an integer of {} bits that does not hold the value", bits);
    case Arithmetic::kNotANumber:
      return "NaN is computed from numbers";
  }
  return "";
}

std::string operands_of(const probes::Operation& event, unsigned lane) {
  const auto a = number_text(event.a[lane], event.site), b = number_text(event.b[lane], event.site);
  switch (event.site.arithmetic()) {
    case Arithmetic::kAddOverflow:
      return fmt::format("{} + {}", a, b);
    case Arithmetic::kSubtractOverflow:
      return fmt::format("{} - {}", a, b);
    case Arithmetic::kMultiplyOverflow:
      return fmt::format("{} * {}", a, b);
    case Arithmetic::kDivisionByZero:
    case Arithmetic::kDivisionOverflow:
      return fmt::format("{} / {}", a, b);
    case Arithmetic::kShift:
      return fmt::format("{} shifted by {}", a, b);
    case Arithmetic::kConversion:
      return a;
    case Arithmetic::kNotANumber:
      return fmt::format("The operands are {}, {}, {} (0 where there are fewer)", a, b,
                         number_text(event.c[lane], event.site));
  }
  return "";
}

}  // namespace

void ArithmeticCheck::operation(const probes::Operation& event) {
  if (event.site.event != probes::Event::kArithmetic) return;
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(event.active));
  session_.findings.report(Class::kArithmetic, event.site.key, 0, count, [&] {
    const unsigned lane = first_lane(event.active);
    Finding finding;
    finding.headline = headline_of(event.site);
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.notes.push_back(operands_of(event, lane));
    return finding;
  });
}

}  // namespace heddle::checker
