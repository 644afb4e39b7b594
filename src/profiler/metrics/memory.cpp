// SPDX-License-Identifier: Apache-2.0
// Section "Memory Workload Analysis": what accesses cost.
#include "profiler/metrics/sections.h"

namespace heddle::profiler {
namespace {

using probes::AccessKind;

template <AccessKind kind, std::uint64_t AccessSums::* member>
Value sum_of(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.of(kind).*member));
}

template <std::uint64_t AccessSums::* member>
Value sum_of_all(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.all_accesses().*member));
}

template <AccessKind kind>
Value sectors_per_request(const Seen& s) {
  const auto& sums = s.totals.of(kind);
  return ratio(static_cast<double>(sums.global_sectors), static_cast<double>(sums.global_requests),
               "there was no such access");
}

template <AccessKind kind, std::uint64_t Totals::* bytes>
Value bytes_per_sector(const Seen& s) {
  return ratio(static_cast<double>(s.totals.*bytes),
               static_cast<double>(s.totals.of(kind).global_sectors), "there was no such access");
}

// Lanes of a warp that update one address come one after the other, each with a sector of its own.
// That is what an H200 counts where all lanes do so, and 0.4% less than it counts on random
// addresses.
template <AccessKind kind>
Value sectors_of_atomics(const Seen& s) {
  const auto& sums = s.totals.of(kind);
  auto value = Value::of(static_cast<double>(sums.global_sectors + sums.global_same_address));
  if (sums.global_same_address != 0) value.kind = Kind::kEstimate;
  return value;
}

Value excess_sectors(const Seen& s) {
  const auto all = s.totals.all_accesses();
  return Value::of(static_cast<double>(all.global_sectors - all.global_ideal_sectors));
}

Value excess_wavefronts(const Seen& s) {
  const auto all = s.totals.all_accesses();
  return Value::of(static_cast<double>(all.shared_wavefronts - all.shared_ideal_wavefronts));
}

Value ways(const Seen& s) {
  const auto all = s.totals.all_accesses();
  return ratio(static_cast<double>(all.shared_wavefronts), static_cast<double>(all.shared_requests),
               "there was no access to shared memory");
}

Value constant_words(const Seen& s) {
  const auto all = s.totals.all_accesses();
  return ratio(static_cast<double>(all.constant_words), static_cast<double>(all.constant_requests),
               "there was no access to constant memory");
}

Value unmeasured(const Seen& s) {
  return Value::of(static_cast<double>(s.totals.all_accesses().unmeasured));
}

constexpr auto kLoad = AccessKind::kLoad;
constexpr auto kStore = AccessKind::kStore;
constexpr auto kAtomic = AccessKind::kAtomic;
constexpr auto kReduction = AccessKind::kReduction;
constexpr auto kExact = Kind::kExact;
constexpr auto kAsCompiled = Kind::kAsCompiled;
constexpr auto kRequests = &AccessSums::global_requests;
constexpr auto kSectors = &AccessSums::global_sectors;

constexpr std::string_view kOfSectors =
    "the number of different 32-byte segments that the active lanes touch, added up";
constexpr std::string_view kOfRequests = "one for each instruction of a warp with an active lane";

constexpr Metric kRows[] = {
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "Global Load Requests", "request", kExact,
     "Instructions of a warp that loaded from global memory.", kOfRequests,
     sum_of<kLoad, kRequests>, true},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "Global Store Requests", "request", kExact,
     "Instructions of a warp that stored to global memory.", kOfRequests, sum_of<kStore, kRequests>,
     true},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "Global Atomic Requests", "request",
     kExact, "Atomic operations of a warp on global memory whose old values are used.", kOfRequests,
     sum_of<kAtomic, kRequests>, true},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "Global Reduction Requests", "request",
     kExact, "Atomic operations of a warp on global memory whose old values nobody uses.",
     kOfRequests, sum_of<kReduction, kRequests>, true},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "Global Load Sectors", "sector", kExact,
     "Sectors of 32 bytes that loads from global memory asked for.", kOfSectors,
     sum_of<kLoad, kSectors>, true},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "Global Store Sectors", "sector", kExact,
     "Sectors that stores to global memory touched.", kOfSectors, sum_of<kStore, kSectors>, true},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "Global Atomic Sectors", "sector",
     Kind::kEstimate, "Sectors that atomic operations on global memory touched.",
     "as for reductions; not measured on a GPU", sectors_of_atomics<kAtomic>, true},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "Global Reduction Sectors", "sector",
     kExact,
     "Sectors that reductions on global memory touched. An estimate where lanes of a warp update "
     "one "
     "address (H200: equal if all do, 0.4% more than said on random addresses).",
     "the number of different 32-byte segments, and one for each lane that waits for another one "
     "at its "
     "address",
     sectors_of_atomics<kReduction>, true},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "Sectors/Load Request",
     "sector/request", kExact,
     "Sectors for each load of a warp: best 4, 8, 16 where lanes load 4, 8, 16 bytes each; worst "
     "32.",
     "load sectors / load requests", sectors_per_request<kLoad>, true},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
     "Sectors/Store Request", "sector/request", kExact, "The same of stores.",
     "store sectors / store requests", sectors_per_request<kStore>, true},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", "Bytes/Load Sector",
     "byte/sector", kExact,
     "Bytes that threads load for each sector. 32 where every byte is used once, less where bytes "
     "of sectors are left, more where threads of a warp load the same ones.",
     "bytes that the threads load / load sectors",
     bytes_per_sector<kLoad, &Totals::used_bytes_loaded>, true},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", "Bytes/Store Sector",
     "byte/sector", kExact, "The same of stores.", "bytes that the threads store / store sectors",
     bytes_per_sector<kStore, &Totals::used_bytes_stored>, true},
    {"memory_l2_theoretical_sectors_global", "L2 Theoretical Sectors Global", "sector", kExact,
     "Sectors that all accesses to global memory would ask L2 for if L1 held nothing.",
     "sectors of loads, stores, atomics and reductions", sum_of_all<kSectors>, true},
    {"memory_l2_theoretical_sectors_global_ideal", "L2 Theoretical Sectors Global Ideal", "sector",
     kExact, "Sectors that the same bytes would take if they lay side by side.",
     "for each access: the lesser of its sectors and active lanes x bytes / 32, rounded up",
     sum_of_all<&AccessSums::global_ideal_sectors>, true},
    {"derived__memory_l2_theoretical_sectors_global_excessive",
     "L2 Theoretical Sectors Global Excessive", "sector", kExact,
     "Sectors above the ideal: what uncoalesced and misaligned accesses cost.", "sectors - ideal",
     excess_sectors, true},
    {"memory_l1_tag_requests_global", "L1 Tag Requests Global", "", kExact,
     "Lines of 128 bytes that accesses to global memory touched.",
     "the number of different 128-byte lines that the active lanes touch, added up",
     sum_of_all<&AccessSums::global_lines>, true},
    {"smsp__inst_executed_op_shared_ld.sum", "Shared Load Instructions", "inst", kAsCompiled,
     "Instructions of a warp that loaded from shared memory.", "counted",
     sum_of<kLoad, &AccessSums::shared_requests>, true},
    {"smsp__inst_executed_op_shared_st.sum", "Shared Store Instructions", "inst", kAsCompiled,
     "Instructions of a warp that stored to shared memory.", "counted",
     sum_of<kStore, &AccessSums::shared_requests>, true},
    {"memory_l1_wavefronts_shared", "L1 Wavefronts Shared", "", kExact,
     "Passes through the 32 banks that accesses to shared memory took.",
     "for each access: the most different 4-byte words in one bank; of 8 and 16 bytes a lane in "
     "two "
     "and four parts; atomics: the most lanes in one bank",
     sum_of_all<&AccessSums::shared_wavefronts>, true},
    {"memory_l1_wavefronts_shared_ideal", "L1 Wavefronts Shared Ideal", "", kExact,
     "Passes that the same accesses would take without bank conflicts.",
     "for each access: active lanes x bytes / 128, rounded up; not more than it took",
     sum_of_all<&AccessSums::shared_ideal_wavefronts>, true},
    {"derived__memory_l1_wavefronts_shared_excessive", "L1 Wavefronts Shared Excessive", "", kExact,
     "Passes above the ideal: what bank conflicts cost.", "wavefronts - ideal", excess_wavefronts,
     true},
    {"derived__memory_l1_conflicts_shared_nway", "L1 Conflicts Shared N-Way", "", kExact,
     "Passes of an access to shared memory on average.", "wavefronts / instructions", ways, true},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "Local Load Requests", "request",
     kAsCompiled, "Instructions of a warp that loaded from local memory: arrays of a thread.",
     "counted; spilled registers are not among them", sum_of<kLoad, &AccessSums::local_requests>,
     true},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "Local Store Requests", "request",
     kAsCompiled, "Instructions of a warp that stored to local memory.",
     "counted; spilled registers are not among them", sum_of<kStore, &AccessSums::local_requests>,
     true},
    {"heddle__constant_requests.sum", "Constant Load Requests", "request", kExact,
     "Instructions of a warp that loaded from a __constant__ variable.", "counted",
     sum_of_all<&AccessSums::constant_requests>, true},
    {"heddle__constant_words_per_request.ratio", "Words/Constant Request", "", kExact,
     "Different words that a warp asks constant memory for at once, which come one after the "
     "other; "
     "best 1.",
     "different 4-byte words of the active lanes, added up / requests", constant_words, true},
    {"heddle__atomic_same_address.sum", "Atomics On One Address", "", kExact,
     "Atomic operations of threads that waited for another thread of their warp at the same "
     "address.",
     "active lanes - different addresses, added up", sum_of_all<&AccessSums::same_address>, true},
    {"heddle__cluster_requests.sum", "Cluster Requests", "request", kExact,
     "Instructions of a warp on shared memory of other blocks of its cluster.", "counted",
     sum_of_all<&AccessSums::cluster_requests>, true},
    {"heddle__cluster_wavefronts.sum", "Cluster Wavefronts", "", kExact,
     "Passes of these through the banks of the other block.",
     "for each access: as those of the block's own shared memory",
     sum_of_all<&AccessSums::cluster_wavefronts>, true},
    {"heddle__unmeasured_requests.sum", "Requests By Unmeasured Rules", "request", kExact,
     "Accesses among the above for which the rules were not measured on a GPU: of 1 byte a lane, "
     "atomics whose old value is used, and local memory.",
     "counted", unmeasured, true},
};

}  // namespace

std::span<const Metric> memory_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
