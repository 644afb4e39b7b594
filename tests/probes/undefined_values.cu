// SPDX-License-Identifier: Apache-2.0
// A listener says which bytes of memory are undefined, and hears where they go and what they
// decide.
#include <cstring>

#include "counter.h"

namespace probes = heddle::probes;

using counter::device_array;
using counter::listen;

// One flag a byte.
class Follower : public probes::Listener {
 public:
  probes::EventMask events() const override { return probes::mask(probes::Event::kUndefined); }

  void undefined_load(const probes::UndefinedLoad& event) override {
    const std::lock_guard lock(mutex_);
    counter::lanes_where(event, [&](unsigned lane) {
      for (unsigned k = 0; k < event.site.bytes; ++k) {
        if (undefined.contains(event.addresses[lane] + k)) event.undefined[lane] |= 1u << k;
      }
      return true;
    });
  }
  void undefined_store(const probes::UndefinedStore& event) override {
    const std::lock_guard lock(mutex_);
    counter::lanes_where(event, [&](unsigned lane) {
      for (unsigned k = 0; k < event.site.bytes; ++k) {
        const auto at = event.addresses[lane] + k;
        if (event.undefined[lane] >> k & 1) {
          undefined.insert(at);
        } else {
          undefined.erase(at);
        }
      }
      return true;
    });
  }
  void undefined_object(const probes::UndefinedObject& event) override {
    const std::lock_guard lock(mutex_);
    counter::lanes_where(event, [&](unsigned lane) {
      for (unsigned k = 0; k < event.site.bytes; ++k) undefined.insert(event.addresses[lane] + k);
      return true;
    });
  }
  void undefined_use(const probes::UndefinedUse& event) override {
    const std::lock_guard lock(mutex_);
    lanes[event.site.use()] += static_cast<unsigned>(std::popcount(event.active));
  }

  template <class T>
  void forget(const T& place) {
    for (unsigned k = 0; k < sizeof(T); ++k) {
      undefined.insert(reinterpret_cast<std::uint64_t>(&place) + k);
    }
  }
  template <class T>
  unsigned of(const T& place) const {
    unsigned result = 0;
    for (unsigned k = 0; k < sizeof(T); ++k) {
      if (undefined.contains(reinterpret_cast<std::uint64_t>(&place) + k)) result |= 1u << k;
    }
    return result;
  }

  std::set<std::uint64_t> undefined;
  std::map<probes::Use, unsigned> lanes;

 private:
  std::mutex mutex_;
};

struct Pair {
  char tag;
  int value;
};
__global__ void copies(Pair* y, const Pair* x, float4* w, const float4* v) {
  y[threadIdx.x] = x[threadIdx.x];
  w[threadIdx.x] = v[threadIdx.x];
}
__global__ void parts(unsigned char* bytes, unsigned short* halves, unsigned long long* whole,
                      const unsigned* x) {
  const unsigned word = x[threadIdx.x];
  bytes[threadIdx.x] = word >> 8;
  halves[threadIdx.x] = word >> 16;
  whole[threadIdx.x] = static_cast<unsigned long long>(word & 0xff00ffff) << 32;
}
__global__ void shuffled(int* y, const int* x) {
  const int v = __shfl_xor_sync(~0u, x[threadIdx.x], 1);
  if (threadIdx.x < 32) y[threadIdx.x] = v;
}
__global__ void branch(int* y, const int* x, int n) {
  if (threadIdx.x < n && x[threadIdx.x] > 3) y[threadIdx.x] = 1;
}
__global__ void address(int* y, const int* x) {
  y[x[threadIdx.x] & 7] = 1;
}
__global__ void quotient(int* y, const int* x) {
  y[threadIdx.x] = threadIdx.x / (x[threadIdx.x] | 1);
}
__global__ void local(int* y, const int* order) {
  int mine[8];
  for (int i = 0; i < 6; ++i) mine[order[i]] = i;
  y[threadIdx.x] = mine[order[threadIdx.x & 7]];
}

int main() {
  auto* x = device_array<int>(64);
  auto* y = device_array<int>(64);
  Follower f;
  for (int i = 0; i < 64; ++i) {
    x[i] = i;
    if (i % 4 == 1) f.forget(x[i]);
  }
  using probes::Use;
  const auto uses = [&](Use use) {
    const auto result = f.lanes[use];
    f.lanes.erase(use);
    return result;
  };

  auto* a = device_array<Pair>(64);
  auto* b = device_array<Pair>(64);
  auto* v = device_array<float4>(64);
  auto* w = device_array<float4>(64);
  for (int i = 0; i < 64; ++i) {
    f.forget(a[i]);
    f.undefined.erase(reinterpret_cast<std::uint64_t>(&a[i].tag));
    if (i % 3 == 0) f.forget(v[i].w);
  }
  listen(f, [&] { copies<<<1, 48>>>(b, a, w, v); });
  for (int i = 0; i < 48; ++i) {
    EXPECT(f.of(b[i].tag), 0);
    EXPECT(f.of(b[i].value), 0xf);
    EXPECT(f.of(w[i]), i % 3 == 0 ? 0xf000 : 0);
  }

  auto* bytes = device_array<unsigned char>(64);
  auto* halves = device_array<unsigned short>(64);
  auto* whole = device_array<unsigned long long>(64);
  auto* words = device_array<unsigned>(64);
  for (int i = 0; i < 64; ++i) {
    auto* first = reinterpret_cast<unsigned char*>(&words[i]);
    if (i & 1) f.forget(first[1]);
    if (i & 2) f.forget(first[2]);
  }
  listen(f, [&] { parts<<<1, 64>>>(bytes, halves, whole, words); });
  for (int i = 0; i < 64; ++i) {
    EXPECT(f.of(bytes[i]), i & 1);
    EXPECT(f.of(halves[i]), (i & 2) != 0);
    EXPECT(f.of(whole[i]), (i & 1) * 0x20);
  }
  EXPECT(f.lanes.size(), 0u);

  listen(f, [&] { shuffled<<<1, 32>>>(y, x); });
  for (int i = 0; i < 32; ++i) EXPECT(f.of(y[i]), i % 4 == 0 ? 0xf : 0);
  EXPECT(uses(Use::kStored), 8u);

  listen(f, [&] { branch<<<1, 64>>>(y, x, 50); });
  EXPECT(uses(Use::kBranch), 13u);

  listen(f, [&] { address<<<1, 64>>>(y, x); });
  EXPECT(uses(Use::kAddress), 16u);

  listen(f, [&] { quotient<<<1, 40>>>(y, x); });
  EXPECT(uses(Use::kDivisor), 10u);
  EXPECT(uses(Use::kStored), 10u);

  auto* order = device_array<int>(8);
  for (int i = 0; i < 8; ++i) order[i] = 7 - i;
  listen(f, [&] { local<<<1, 40>>>(y, order); });
  for (int i = 0; i < 40; ++i) EXPECT(f.of(y[i]), (i & 7) >= 6 ? 0xf : 0);
  EXPECT(f.lanes.size(), 0u);
  return counter::result();
}
