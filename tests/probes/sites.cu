// SPDX-License-Identifier: Apache-2.0
// Sites: what an event's instruction is known to be, and where it stands in the source.
#include <cstring>
#include <string_view>

#include "counter.h"

namespace probes = heddle::probes;
using probes::Cache;

struct Sites : counter::Counter {
  void kernel_begin(const probes::Launch& launch) override { table = launch.sites; }
  void access(const probes::Access& event) override {
    Counter::access(event);
    const std::lock_guard lock(mutex_);
    wrong += &table[event.site.id] != &event.site;
    seen[event.site.id] = &event.site;
  }
  std::span<const probes::Site> table;
  std::map<unsigned, const probes::Site*> seen;
  unsigned wrong = 0;
};

__device__ int twice(const int* p) {
  return 2 * *p;
}
constexpr int kTwice = __LINE__ - 2;

constexpr int kLine = __LINE__;
__global__ void lines(const int* in, int* out, volatile int* v, int never) {
  int x = in[threadIdx.x];               // kLine + 2
  x += twice(in + threadIdx.x + 32);     // kLine + 3
  x += __ldg(in + threadIdx.x + 64);     // kLine + 4
  x += *v;                               // kLine + 5
  if (never) x += in[threadIdx.x + 96];  // kLine + 6
  __stcs(out + threadIdx.x, x);          // kLine + 7
}

bool ends_with(const char* text, std::string_view end) {
  return std::string_view(text).ends_with(end);
}

int main() {
  int* in = counter::device_array<int>(1024);
  int* out = counter::device_array<int>(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * i % 97;
  Sites c;
  counter::listen(c, [&] { lines<<<1, 32>>>(in, out, out + 64, 0); });
  EXPECT(c.wrong, 0);
  std::map<unsigned, const probes::Site*> by_line;
  unsigned accesses = 0;
  for (const auto& site : c.table) {
    if (site.event != probes::Event::kAccess) continue;
    ++accesses;
    const auto* user = site.user();
    EXPECT(user != nullptr, true);
    if (!user) continue;
    EXPECT(ends_with(user->file, "tests/probes/sites.cu"), true);
    by_line[user->line] = &site;
  }
  EXPECT(accesses, 6);
  EXPECT(c.seen.size(), 5);  // one is never reached
  const auto site = [&](unsigned line) -> const probes::Site& {
    static const probes::Site none{};
    const auto found = by_line.find(line);
    EXPECT(found != by_line.end(), true);
    return found == by_line.end() ? none : *found->second;
  };
  const auto& plain = site(kLine + 2);
  EXPECT(plain.access == probes::AccessKind::kLoad, true);
  EXPECT(plain.cache == Cache::kDefault && !plain.is_volatile, true);
  EXPECT(plain.where().size(), 1);
  EXPECT(plain.user()->column > 0, true);
  EXPECT(std::strstr(plain.user()->function, "lines") != nullptr, true);

  const auto& inlined = site(kTwice);
  EXPECT(inlined.where().size(), 2);
  if (counter::failed()) return counter::result();
  EXPECT(std::strstr(inlined.where()[0].function, "twice") != nullptr, true);
  EXPECT(inlined.where()[1].line, kLine + 3);

  const auto& read_only = site(kLine + 4);
  EXPECT(read_only.cache == Cache::kReadOnly, true);
  EXPECT(read_only.where().size(), 2);
  EXPECT(read_only.user_frame, 1);

  EXPECT(site(kLine + 5).is_volatile, 1);
  EXPECT(c.seen.contains(site(kLine + 6).id), false);
  EXPECT(site(kLine + 7).cache == Cache::kStreaming, true);
  EXPECT(site(kLine + 7).access == probes::AccessKind::kStore, true);
  return counter::result();
}
