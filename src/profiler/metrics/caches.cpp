// SPDX-License-Identifier: Apache-2.0
// Section "Memory Workload Analysis (simulated caches)": what L1, L2 and memory made of the
// accesses.
#include "profiler/metrics/sections.h"
#include "profiler/time/time_model.h"

namespace heddle::profiler {
namespace {

constexpr double kSectorBytes = 32;
constexpr const char* kNotAsked = "the caches are simulated with --predict";

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

Value not_known(const Seen& s) {
  return Value::none(s.profile.one_by_one ? kOneByOne : kNotAsked);
}

// How often a sector comes by a part of L2: the one that has it and, if that is another one, the
// SM's own.
double visits(const gpu::Model& model) {
  const auto parts = double(model.chip.l2_partitions.value_or(1));
  return 1 + (parts - 1) / parts;
}

template <double (*count)(const CacheCounts&)>
Value at_l2(const Seen& s) {
  const auto* c = caches_on(s.profile, s.model);
  return c ? Value::of(count(*c) * visits(s.model)) : not_known(s);
}
template <double (*count)(const CacheCounts&)>
Value bytes(const Seen& s) {
  const auto* c = caches_on(s.profile, s.model);
  return c ? Value::of(count(*c) * kSectorBytes) : not_known(s);
}
template <double (*part)(const CacheCounts&), double (*of)(const CacheCounts&)>
Value percent(const Seen& s) {
  const auto* c = caches_on(s.profile, s.model);
  return c ? ratio(100 * part(*c), of(*c), "there was no access to global memory") : not_known(s);
}

double l1_hits(const CacheCounts& c) {
  return number(c.l1_load_hits + c.l1_store_hits);
}
double l1_all(const CacheCounts& c) {
  return number(c.l1_loads + c.l1_stores);
}
double l2_reads(const CacheCounts& c) {
  return number(c.l2_reads);
}
double l2_writes(const CacheCounts& c) {
  return number(c.l2_writes);
}
double l2_atomics(const CacheCounts& c) {
  return number(c.l2_atomics);
}
double l2_reductions(const CacheCounts& c) {
  return number(c.l2_reductions);
}
double l2_all(const CacheCounts& c) {
  return l2_reads(c) + l2_writes(c) + l2_atomics(c) + l2_reductions(c);
}
// A store is a hit: L2 takes it without asking memory.
double l2_hits(const CacheCounts& c) {
  return number(c.l2_read_hits + c.l2_writes + c.l2_atomic_hits);
}
double dram_reads(const CacheCounts& c) {
  return number(c.dram_reads);
}
double dram_writes(const CacheCounts& c) {
  return number(c.dram_writes);
}

double link_reads(const CacheCounts& c) {
  return number(c.link_reads);
}
double link_writes(const CacheCounts& c) {
  return number(c.link_writes);
}

constexpr auto kEstimate = Kind::kEstimate;

constexpr Metric kRows[] = {
    {"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate", "%", kEstimate,
     "Sectors of global memory that L1 held.", "simulated: docs/profile.md, Caches",
     percent<l1_hits, l1_all>, true},
    {"lts__t_sectors.sum", "L2 Sectors", "sector", kEstimate,
     "Sectors that L2 was asked for; twice, where another part of L2 has them.", "simulated",
     at_l2<l2_all>, true},
    {"lts__t_sectors_op_read.sum", "L2 Sectors Read", "sector", kEstimate, "Of these, by loads.",
     "simulated", at_l2<l2_reads>, true},
    {"lts__t_sectors_op_write.sum", "L2 Sectors Written", "sector", kEstimate,
     "Of these, by stores.", "simulated", at_l2<l2_writes>, true},
    {"lts__t_sectors_op_atom.sum", "L2 Sectors Of Atomics", "sector", kEstimate,
     "Of these, by atomic operations whose old value is read.", "simulated", at_l2<l2_atomics>,
     true},
    {"lts__t_sectors_op_red.sum", "L2 Sectors Of Reductions", "sector", kEstimate,
     "Of these, by atomic operations whose old value is not read.", "simulated",
     at_l2<l2_reductions>, true},
    {"lts__t_sector_hit_rate.pct", "L2 Hit Rate", "%", kEstimate, "Sectors that L2 held.",
     "simulated", percent<l2_hits, l2_all>, true},
    {"dram__bytes_read.sum", "DRAM Bytes Read", "byte", kEstimate,
     "Bytes that L2 read from the GPU's memory. Caches are empty when the kernel begins.",
     "simulated", bytes<dram_reads>, true},
    {"dram__bytes_write.sum", "DRAM Bytes Written", "byte", kEstimate,
     "Bytes that L2 wrote to the GPU's memory while the kernel ran; what is left in L2 is not "
     "counted.",
     "simulated", bytes<dram_writes>, true},
    {"heddle__link_bytes_read.sum", "Host Bytes Read", "byte", kEstimate,
     "Bytes that SMs read from pinned memory of the host, over the link.", "simulated",
     bytes<link_reads>, true},
    {"heddle__link_bytes_write.sum", "Host Bytes Written", "byte", kEstimate,
     "Bytes that the kernel wrote to pinned memory of the host.", "simulated", bytes<link_writes>,
     true},
};

}  // namespace

std::span<const Metric> cache_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
