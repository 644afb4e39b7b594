// SPDX-License-Identifier: Apache-2.0
// Counters that code keeps by itself (kCount) against events: both of the same launches, and what
// each access costs reckoned lane by lane.
#include <algorithm>
#include <set>

#include "counter.h"

using counter::device_array;
namespace probes = heddle::probes;

struct Sums {
  std::uint64_t requests = 0, lanes = 0, sectors = 0;
  std::uint64_t branches = 0, divergent = 0;
  bool operator==(const Sums&) const = default;
};

// By Site::key.
using ByPlace = std::map<std::uint64_t, Sums>;

std::uint64_t sectors_of(probes::LaneAddresses addresses, std::uint32_t active) {
  std::set<std::uint64_t> sectors;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (active >> lane & 1) sectors.insert(addresses[lane] / 32);
  }
  return sectors.size();
}

class Both : public probes::Listener {
 public:
  using Event = probes::Event;
  probes::EventMask events() const override {
    return Event::kKernel | Event::kAccess | Event::kLocal | Event::kAtomic | Event::kBranch |
           Event::kCount;
  }

  void access(const probes::Access& event) override { hear(event); }
  void atomic(const probes::Access& event) override { hear(event); }
  void branch(const probes::Branch& event) override {
    const std::lock_guard lock(mutex_);
    auto& sums = heard[event.site.key];
    ++sums.branches;
    sums.divergent += event.taken != 0 && event.taken != event.active;
  }

  void count(const probes::CountedAccess& event) override {
    ++calls;
    const std::lock_guard lock(mutex_);
    auto& counter = event.counter;
    if (event.regular && event.counted.phases != 0) {
      take(event.counted, counter);
      std::fill_n(counter.phases(), event.counted.phases, 0);
      counter.stride = event.rows.stride;
      counter.pitch = event.rows.pitch;
      counter.lanes = probes::AccessCounter::lanes_word(event.active, event.rows.width_log2);
      ++counter.phases()[event.rows.first % 128 / (128 / event.counted.phases)];
    } else {
      add(counts[event.site.key], event.addresses, event.active, 1);
    }
  }
  void counted(const probes::Counts& all) override {
    const std::lock_guard lock(mutex_);
    for (const auto& row : all.launch.counted) {
      if (row.kind == probes::CountedKind::kInstructions) {
        for (const auto n : row.instructions) instructions += n * all.lanes(row);
      } else if (row.kind == probes::CountedKind::kBranch) {
        auto& sums = counts[row.site->key];
        sums.branches += all.warps(row);
        sums.divergent += all.divergent(row);
        if (sums == Sums{}) counts.erase(row.site->key);
      } else {
        take(row, all.access(row));
      }
    }
  }

  ByPlace heard, counts;
  std::uint64_t instructions = 0;
  std::atomic<std::uint64_t> calls{0};

 private:
  void hear(const probes::Access& event) {
    const std::lock_guard lock(mutex_);
    add(heard[event.site.key], event.addresses, event.active, 1);
  }
  static void add(Sums& sums, probes::LaneAddresses addresses, std::uint32_t active,
                  std::uint64_t times) {
    sums.requests += times;
    sums.lanes += times * static_cast<unsigned>(std::popcount(active));
    sums.sectors += times * sectors_of(addresses, active);
  }
  void take(const probes::Counted& row, const probes::AccessCounter& counter) {
    for (std::uint32_t phase = 0; phase < row.phases; ++phase) {
      if (counter.phases()[phase] == 0) continue;
      const probes::Rows rows{(std::uint64_t{1} << 40) + phase * (128 / row.phases), counter.stride,
                              counter.pitch, counter.width_log2()};
      std::uint64_t addresses[32];
      for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = rows.at(lane);
      add(counts[row.site->key], addresses, counter.active(), counter.phases()[phase]);
    }
  }
  std::mutex mutex_;
};

void compare(int line, Both& both) {
  counter::expect_at(line, "places", both.counts.size(), both.heard.size());
  for (const auto& [place, sums] : both.heard) {
    const auto& mine = both.counts[place];
    counter::expect_at(line, "requests", mine.requests, sums.requests);
    counter::expect_at(line, "lanes", mine.lanes, sums.lanes);
    counter::expect_at(line, "sectors", mine.sectors, sums.sectors);
    counter::expect_at(line, "branches", mine.branches, sums.branches);
    counter::expect_at(line, "divergent", mine.divergent, sums.divergent);
  }
}

#define SAME(both, work)                \
  counter::listen(both, [&] { work; }); \
  compare(__LINE__, both)

// One pattern, all lanes: after the first request of a worker code counts alone.
__global__ void regular(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += in[i + k];
  out[i] = sum;
}

// Patterns that change with the round, and lanes that leave.
__global__ void changing(const float* in, float* out, int rounds) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rounds + i % 5; ++k) sum += in[i * (k % 3) + k];
  out[i] = sum;
}

__global__ void irregular(const int* index, const short* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (index[i] % 3 == 0)
    out[index[i]] = in[index[i]];
  else if (i % 2)
    out[i * 2] = in[i] + in[1];
}

__global__ void narrow(const double* in, double* out, int pitch) {
  out[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.x * pitch + threadIdx.y];
}

// The same instruction with rows at other distances, and with other lanes in a row.
__global__ void pitches(const double* in, double* out, long rounds) {
  const long x = threadIdx.x, y = threadIdx.y;
  double sum = 0;
  for (long k = 0; k < rounds; ++k) sum += in[y * (8 + 5 * k) + x] + in[y * 8 + x * (k / 2)];
  out[y * 8 + x] = sum;
}

__global__ void atomics(const int* index, int* bins) {
  __shared__ int own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[index[threadIdx.x] % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) atomicMax(&bins[threadIdx.x], own[threadIdx.x]);
  if (atomicAdd(&bins[40], 1) == 3) bins[41] = 1;
}

// One product and one sum a round, joined; one loop with a known number of rounds.
__global__ void sums(float* out) {
  float sum = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 10; ++k) sum = sum * sum + 3;
  out[threadIdx.x] = sum;
}

struct Fmas : Both {
  void counted(const probes::Counts& all) override {
    for (const auto& row : all.launch.counted) {
      if (row.kind != probes::CountedKind::kInstructions) continue;
      const auto of = [&](probes::InstructionClass id) {
        return row.instructions[static_cast<unsigned>(id)];
      };
      using Class = probes::InstructionClass;
      flops += all.lanes(row) *
               (2 * of(Class::kFloatFma) + of(Class::kFloatAdd) + of(Class::kFloatMultiply));
      stores += all.warps(row) * of(Class::kStore);
    }
  }
  std::uint64_t flops = 0, stores = 0;
};

int main() {
  auto* in = device_array<float>(8192);
  auto* out = device_array<float>(8192);
  auto* index = device_array<int>(1024);
  for (int i = 0; i < 1024; ++i) index[i] = i * i * 13 % 500;
  auto* numbers = device_array<double>(4096);

  Both one;
  SAME(one, (regular<<<2, 70>>>(in, out, 1000)));
  // Two blocks of three warps: 6006 requests, of which each worker tells the first of each pattern.
  EXPECT(one.calls < 200, true);
  Both shifted;
  SAME(shifted, (regular<<<2, 70>>>(in + 3, out, 100)));
  Both two;
  SAME(two, (changing<<<1, 100>>>(in, out, 20)));
  Both three;
  SAME(three, (irregular<<<3, 96>>>(index, reinterpret_cast<const short*>(in), out)));
  Both four;
  SAME(four, (narrow<<<2, dim3(8, 12)>>>(numbers, numbers + 2048, 17)));
  Both rows;
  SAME(rows, (pitches<<<2, dim3(8, 12)>>>(numbers, numbers + 2048, 9)));
  Both five;
  SAME(five, (atomics<<<2, 128>>>(index, index + 500)));

  Fmas six;
  counter::listen(six, [&] { sums<<<3, 40>>>(out); });
  EXPECT(six.flops, 3 * 40 * 10 * 2);
  EXPECT(six.stores, 3 * 2);
  return counter::result();
}
