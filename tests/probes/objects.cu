// SPDX-License-Identifier: Apache-2.0
// What an access is made from: the pointer that a kernel was given or has loaded, the variable, the
// stack object; and the key of its site, which does not depend on the block shape.
#include <cstring>

#include "counter.h"

using counter::device_array;
using counter::listen;

struct Seen {
  std::uint32_t line;
  bool store;
  std::uint64_t key;
  std::vector<std::uint64_t> addresses, objects;  // of the active lanes
  const probes::Variable* variable;
  std::uint64_t shared_begin;
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override {
    return probes::Event::kAccess | probes::Event::kLocal;
  }
  void access(const probes::Access& event) override {
    Seen seen{event.site.user() ? event.site.user()->line : 0,
              event.site.is_store(),
              event.site.key,
              {},
              {},
              event.site.variable,
              reinterpret_cast<std::uint64_t>(event.block.shared.data())};
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!(event.active >> lane & 1)) continue;
      seen.addresses.push_back(event.addresses[lane]);
      seen.objects.push_back(event.objects[lane]);
    }
    const std::lock_guard lock(mutex_);
    all.push_back(std::move(seen));
  }
  // Of the only load (store) of the line.
  const Seen& at(std::uint32_t line, bool store) const {
    for (const auto& seen : all) {
      if (seen.line == line && seen.store == store) return seen;
    }
    std::fprintf(stderr, "line %u: no access was told\n", line);
    counter::failed() = true;
    static const Seen none{};
    return none;
  }
  std::vector<Seen> all;

 private:
  std::mutex mutex_;
};

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

struct Node {
  Node* next;
  int* data;
  int value;
};

__device__ int table[96];
constexpr int kParameter = __LINE__ + 3;
__global__ void pointers(const int* in, int* out, const Node* list, long unknown) {
  const int i = threadIdx.x;
  out[i + 3] = in[i * 7];                                         // kParameter
  int* walk = out + 200;                                          //
  for (int k = 0; k < i % 4 + 1; ++k, walk += 5) *walk += 1;      // + 2: one object, moving
  out[i + 40] = list->next->data[i];                              // + 3: loaded pointers
  out[i + 80] = table[i * 2];                                     // + 4: a device variable
  out[i + 120] = *reinterpret_cast<const int*>(unknown + i * 4);  // + 5: from a number
  const int* either = i % 2 ? in : out;                           //
  out[i + 160] = either[i];                                       // + 7: one of two
}

constexpr int kShared = __LINE__ + 7;
__global__ void variables(int* out, int at) {
  __shared__ int first[50];
  __shared__ double second[40];
  extern __shared__ short rest[];
  int own[24];
  const int i = threadIdx.x;
  first[i] = i;                         // kShared
  second[i + 1] = i;                    // + 1
  rest[i + 2] = static_cast<short>(i);  // + 2
  __syncthreads();
  for (int k = 0; k < 24; ++k) own[(k * at) % 24] = k * i;  // + 4
  out[i] = first[31 - i] + static_cast<int>(second[32 - i]) + rest[33 - i] + own[at];
}

__global__ void shaped(int* out) {
  out[threadIdx.x] = 1;
}

void check_pointers() {
  int *in = device_array<int>(1024), *out = device_array<int>(1024), *data = device_array<int>(64);
  auto* nodes = device_array<Node>(2);
  nodes[0].next = nodes + 1;
  nodes[1].data = data + 9;
  int* variable = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&variable), table);
  Recorder recorder;
  listen(recorder, [&] { pointers<<<1, 32>>>(in + 2, out, nodes, reinterpret_cast<long>(data)); });
  const auto objects_are = [&](const Seen& seen, const void* object) {
    EXPECT(seen.objects.size(), 32);
    for (auto one : seen.objects) EXPECT(one, number(object));
  };
  const auto& load = recorder.at(kParameter, false);
  objects_are(load, in + 2);
  EXPECT(load.addresses[5], number(in + 2 + 35));
  EXPECT(load.variable == nullptr, true);
  objects_are(recorder.at(kParameter, true), out);
  objects_are(recorder.at(kParameter + 2, true), out);
  objects_are(recorder.at(kParameter + 3, true), out);
  int from_list = 0;
  for (const auto& seen : recorder.all) {
    if (seen.line != kParameter + 3 || seen.store) continue;
    ++from_list;
    const bool data_itself = seen.objects[0] == number(data + 9);
    const bool links = seen.objects[0] == number(nodes) || seen.objects[0] == number(nodes + 1);
    EXPECT(data_itself || links, true);
    if (data_itself) EXPECT(seen.addresses[3], number(data + 12));
  }
  EXPECT(from_list, 3);
  const auto& from_table = recorder.at(kParameter + 4, false);
  objects_are(from_table, variable);
  EXPECT(from_table.variable && std::strcmp(from_table.variable->name, "table") == 0, true);
  EXPECT(from_table.variable ? from_table.variable->bytes : 0, sizeof table);
  objects_are(recorder.at(kParameter + 5, false), nullptr);
  objects_are(recorder.at(kParameter + 7, false), nullptr);
}

void check_variables() {
  int* out = device_array<int>(64);
  Recorder recorder;
  listen(recorder, [&] { variables<<<1, 32, 128>>>(out, 5); });
  const auto is = [&](int line, const char* name, std::uint64_t bytes, std::uint64_t first) {
    const auto& seen = recorder.at(static_cast<std::uint32_t>(line), true);
    EXPECT(seen.variable != nullptr, true);
    if (!seen.variable) return;
    EXPECT(std::strstr(seen.variable->name, name) != nullptr, true);
    EXPECT(seen.variable->bytes, bytes);
    if (bytes) EXPECT(seen.addresses[0], seen.shared_begin + seen.variable->offset + first);
  };
  is(kShared, "first", 200, 0);
  is(kShared + 1, "second", 320, 8);
  is(kShared + 2, "rest", 0, 0);
  const auto& own = recorder.at(kShared + 4, true);
  EXPECT(own.variable ? own.variable->bytes : 0, 96);
  for (std::size_t lane = 0; lane < own.objects.size(); ++lane) {
    EXPECT(own.addresses[lane] - own.objects[lane] < 96, true);
    if (lane) EXPECT(own.objects[lane] != own.objects[lane - 1], true);
  }
}

void check_keys() {
  int* out = device_array<int>(64);
  Recorder recorder;
  listen(recorder, [&] { shaped<<<1, 32>>>(out); });
  listen(recorder, [&] { shaped<<<1, 48>>>(out); });
  listen(recorder, [&] { shaped<<<1, dim3(4, 4)>>>(out); });
  std::set<std::uint64_t> keys;
  for (const auto& seen : recorder.all) keys.insert(seen.key);
  EXPECT(recorder.all.size(), 4);
  EXPECT(keys.size(), 1);
  EXPECT(*keys.begin() != 0, true);
}

int main() {
  check_pointers();
  check_variables();
  check_keys();
  return counter::result();
}
