// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/named_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

namespace heddle::tools {
namespace {

const nvtx::Meaning* meaning_of(const nvtx::Counter& counter, std::uint16_t kind,
                                std::size_t bytes) {
  for (const auto* one = counter.meaning; one; one = one->next) {
    if (one->kind == kind && one->bytes >= bytes) return one;
  }
  return nullptr;
}

// Texts and what is not read are no numbers.
std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

std::uint64_t NamedCounters::add(const NamedDomain* domain, const nvtx::Counter& counter) {
  if (counter.bytes < sizeof(nvtx::Counter)) return 0;
  if (schemas_.bytes_of(domain, counter.schema) == 0) return 0;
  Known known{counter.name ? counter.name : "", "", counter.schema, 0, false, {}};
  using nvtx::CounterMeaning;
  using nvtx::TimeMeaning;
  if (const auto* one = meaning_of(counter, nvtx::kCounterMeaning, sizeof(CounterMeaning))) {
    const auto& meaning = static_cast<const CounterMeaning&>(*one);
    if (meaning.unit) known.unit = meaning.unit;
    known.differences = (meaning.flags & nvtx::kValueTypeMask) == nvtx::kDifference;
  }
  if (const auto* one = meaning_of(counter, nvtx::kTimeMeaning, sizeof(TimeMeaning))) {
    known.clock = static_cast<const TimeMeaning&>(*one).clock;
  }
  const std::lock_guard lock(mutex_);
  const auto number = counter.number != 0 ? counter.number : last_++;
  counters_[{domain, number}] = std::move(known);
  return number;
}

NamedCounters::Known* NamedCounters::known(const NamedDomain* domain, std::uint64_t counter) {
  const auto it = counters_.find({domain, counter});
  return it == counters_.end() ? nullptr : &it->second;
}

NamedCounters::Values NamedCounters::read(const NamedDomain* domain, const Known& counter,
                                          std::span<const std::byte> bytes) const {
  const nvtx::Blob blob{counter.schema, bytes.size(), bytes.data()};
  Values values;
  for (const auto& [name, text] : schemas_.read(domain, {&blob, 1}).fields) {
    if (const auto number = number_of(text)) values.emplace_back(name, *number);
  }
  return values;
}

void NamedCounters::write(const NamedDomain* domain, Known& counter, Values values,
                          std::int64_t time) {
  if (values.empty()) return;
  if (counter.differences && counter.last.size() == values.size()) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k].second += counter.last[k].second;
  }
  std::string list;
  for (const auto& [name, value] : values) {
    list += fmt::format("{}[{},{}]", list.empty() ? "" : ",", json_string(name), value);
  }
  lines_.add(fmt::format(R"({{"counter":[{},{},{},{},[{}]]}})", json_string(counter.name),
                         json_string(domain ? domain->name : ""), json_string(counter.unit), time,
                         list));
  counter.last = std::move(values);
}

void NamedCounters::sample(const NamedDomain* domain, std::uint64_t counter, double value) {
  const std::lock_guard lock(mutex_);
  if (auto* own = known(domain, counter)) write(domain, *own, {{"value", value}}, now());
}

void NamedCounters::sample(const NamedDomain* domain, std::uint64_t counter,
                           std::span<const std::byte> values) {
  const std::lock_guard lock(mutex_);
  if (auto* own = known(domain, counter)) write(domain, *own, read(domain, *own, values), now());
}

void NamedCounters::no_value(const NamedDomain* domain, std::uint64_t counter,
                             nvtx::NoValue reason) {
  const std::lock_guard lock(mutex_);
  auto* own = known(domain, counter);
  if (!own || reason == nvtx::NoValue::kUnavailable) return;
  auto values = own->last.empty() ? Values{{"value", 0}} : own->last;
  // Where differences are given, none is 0.
  const bool zero = reason == nvtx::NoValue::kZero || own->differences;
  for (auto& [name, value] : values) value = zero ? 0 : value;
  write(domain, *own, std::move(values), now());
}

void NamedCounters::batch(const NamedDomain* domain, const nvtx::CounterBatch& batch) {
  const std::lock_guard lock(mutex_);
  auto* own = known(domain, batch.counter);
  if (!own || !batch.samples) return;
  const auto each = schemas_.bytes_of(domain, own->schema);
  const auto count = batch.bytes / each;
  const bool is_ours = std::ranges::find(nvtx::kClocks, own->clock) != std::end(nvtx::kClocks);
  if (!is_ours || !batch.times || batch.times_bytes != count * sizeof(std::int64_t)) {
    lines_.add(fmt::format(R"({{"left_out":[{},{}]}})", json_string(own->name), count));
    return;
  }
  const std::span samples(static_cast<const std::byte*>(batch.samples), batch.bytes);
  for (std::size_t k = 0; k < count; ++k) {
    write(domain, *own, read(domain, *own, samples.subspan(k * each, each)), batch.times[k]);
  }
}

}  // namespace heddle::tools
