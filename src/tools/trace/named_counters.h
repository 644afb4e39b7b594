// SPDX-License-Identifier: Apache-2.0
// Numbers over time that a program gives by NVTX's counters, as lines of its time line.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "tools/trace/event_lines.h"
#include "tools/trace/named_ranges.h"
#include "tools/trace/nvtx_counters.h"
#include "tools/trace/payload_schemas.h"

namespace heddle::tools {

class NamedCounters {
 public:
  // `schemas`: which the values of groups have.
  NamedCounters(EventLines& lines, const PayloadSchemas& schemas)
      : lines_(lines), schemas_(schemas) {}

  // Returns its number, 0 for what is no counter.
  std::uint64_t add(const NamedDomain* domain, const nvtx::Counter& counter);
  // Of counters that are not known nothing is written.
  void sample(const NamedDomain* domain, std::uint64_t counter, double value);
  void sample(const NamedDomain* domain, std::uint64_t counter, std::span<const std::byte> values);
  void no_value(const NamedDomain* domain, std::uint64_t counter, nvtx::NoValue reason);
  // Samples with their times. Not those whose clock is another one.
  void batch(const NamedDomain* domain, const nvtx::CounterBatch& batch);

 private:
  using Values = std::vector<std::pair<std::string, double>>;
  struct Known {
    std::string name, unit;
    std::uint64_t schema;
    std::uint64_t clock;
    bool differences;  // to the sample before
    Values last;
  };
  Known* known(const NamedDomain* domain, std::uint64_t counter);
  Values read(const NamedDomain* domain, const Known& counter,
              std::span<const std::byte> bytes) const;
  void write(const NamedDomain* domain, Known& counter, Values values, std::int64_t time);

  EventLines& lines_;
  const PayloadSchemas& schemas_;
  std::mutex mutex_;
  std::map<std::pair<const NamedDomain*, std::uint64_t>, Known> counters_;
  std::uint64_t last_ = std::uint64_t{1} << 32;
};

}  // namespace heddle::tools
