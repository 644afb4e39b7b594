// SPDX-License-Identifier: Apache-2.0
// The rules of advice.h, one file for what they look at.
#pragma once

#include "profiler/advice.h"

namespace heddle::profiler {

using AdviceList = std::vector<Advice>;

inline double part(std::uint64_t of, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
}

void advise_on_uncoalesced(const Seen& seen, AdviceList& advice);
void advise_on_misaligned(const Seen& seen, AdviceList& advice);
void advise_on_vectors(const Seen& seen, AdviceList& advice);
void advise_on_banks(const Seen& seen, AdviceList& advice);
void advise_on_constants(const Seen& seen, AdviceList& advice);
void advise_on_atomics(const Seen& seen, AdviceList& advice);
void advise_on_local(const Seen& seen, AdviceList& advice);
void advise_on_reloads(const Seen& seen, AdviceList& advice);
void advise_on_repeats(const Seen& seen, AdviceList& advice);
void advise_on_persistence(const Seen& seen, AdviceList& advice);
void advise_on_divergence(const Seen& seen, AdviceList& advice);
void advise_on_doubles(const Seen& seen, AdviceList& advice);
void advise_on_divisions(const Seen& seen, AdviceList& advice);
void advise_on_occupancy(const Seen& seen, AdviceList& advice);
void advise_on_waves(const Seen& seen, AdviceList& advice);
void advise_on_unused_shared(const Seen& seen, AdviceList& advice);

}  // namespace heddle::profiler
