// SPDX-License-Identifier: Apache-2.0
// heavy: 33 8x8
// Loads and stores of vector types whose lanes lie in every order: side by side, in pairs, even
// before odd, reversed, repeated, all at one place, apart. The arrays fill their pages exactly,
// with no access behind them, at alignments of one element; shared memory has the same orders.
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

#include "../check.h"

namespace {

constexpr unsigned kSpread = 33;  // the widest order: lane t at t * kSpread

// Orders: where thread t of n threads is, below n * kSpread. `width` is known at run time only.
struct Contiguous {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t; }
};
struct PairsSwapped {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t ^ 1; }
};
struct InPairs {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t / 2 * 4 + t % 2; }
};
struct EvenThenOdd {
  HD static unsigned at(unsigned t, unsigned, unsigned) {
    return t / 32 * 32 + t % 2 * 16 + t % 32 / 2;
  }
};
struct LowThenHigh {
  HD static unsigned at(unsigned t, unsigned, unsigned) {
    return t / 32 * 32 + t % 16 * 2 + t % 32 / 16;
  }
};
struct Reversed {
  HD static unsigned at(unsigned t, unsigned n, unsigned) { return n - 1 - t; }
};
template <unsigned N>
struct Repeated {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t % N; }
};
template <unsigned N>
struct Grouped {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t / N; }
};
struct OneAddress {
  HD static unsigned at(unsigned, unsigned, unsigned width) { return width; }
};
template <unsigned N>
struct Strided {
  HD static unsigned at(unsigned t, unsigned, unsigned) { return t * N; }
};
// Rows of 8 lanes, as in a tile of a matrix.
struct RowsAtRunTime {
  HD static unsigned at(unsigned t, unsigned, unsigned width) { return t / 8 * width + t % 8; }
};
struct Transposed {
  HD static unsigned at(unsigned t, unsigned, unsigned width) { return t % 8 * width + t / 8; }
};

template <class V>
struct Parts;
#define HAS_PARTS(V, T, N)               \
  template <>                            \
  struct Parts<V> {                      \
    using Type = T;                      \
    static constexpr unsigned count = N; \
  }
HAS_PARTS(float2, float, 2);
HAS_PARTS(float4, float, 4);
HAS_PARTS(double2, double, 2);
HAS_PARTS(int4, int, 4);
HAS_PARTS(uchar4, unsigned char, 4);
HAS_PARTS(short2, short, 2);
HAS_PARTS(float3, float, 3);
#undef HAS_PARTS

template <class V>
HD V make(unsigned seed) {
  V result;
  auto* parts = reinterpret_cast<typename Parts<V>::Type*>(&result);
  for (unsigned k = 0; k < Parts<V>::count; ++k) {
    parts[k] = static_cast<typename Parts<V>::Type>(check::mix(seed + k * 77) % 251);
  }
  return result;
}

template <class V>
HD V combine(V a, V b) {
  auto* x = reinterpret_cast<typename Parts<V>::Type*>(&a);
  const auto* y = reinterpret_cast<const typename Parts<V>::Type*>(&b);
  for (unsigned k = 0; k < Parts<V>::count; ++k) {
    x[k] = static_cast<typename Parts<V>::Type>(x[k] * 2 + y[(k + 1) % Parts<V>::count]);
  }
  return a;
}

// Not all lanes, and not the same in each warp.
HD bool takes_part(unsigned t) {
  return check::mix(t) % 4 != 0;
}

// Loads in `Order`, all lanes and some; results side by side.
template <class V, class Order>
__global__ void loads(const V* from, V* to, unsigned width) {
  const unsigned t = check::tid(), n = check::block_threads();
  V value = from[Order::at(t, n, width)];
  if (takes_part(t)) value = combine(value, from[Order::at(t, n, width)]);
  to[t] = value;
}

// Stores in `Order`, which is one to one or writes a place several times.
template <class V, class Order>
__global__ void stores(const V* from, V* to, unsigned width, bool all) {
  const unsigned t = check::tid(), n = check::block_threads();
  const V value = from[t];
  if (all || takes_part(t)) to[Order::at(t, n, width)] = value;
}
// As above, known at compile time to be all lanes.
template <class V, class Order>
__global__ void full_stores(const V* from, V* to, unsigned width) {
  const unsigned t = check::tid(), n = check::block_threads();
  to[Order::at(t, n, width)] = from[t];
}

constexpr unsigned kSharedBytes = 32768;
constexpr unsigned kTileStart = 3;  // not at a line of the cache, as is known at compile time

// Both through shared memory, where it has room for the order.
template <class V, class Order>
__global__ void through_shared(const V* from, V* to, unsigned width, unsigned count) {
  extern __shared__ __align__(16) unsigned char raw[];
  V* tile = reinterpret_cast<V*>(raw) + kTileStart;
  const unsigned t = check::tid(), n = check::block_threads();
  for (unsigned k = t; k < count; k += n) tile[k] = from[k];
  __syncthreads();
  V value = tile[Order::at(t, n, width)];
  if (takes_part(t)) value = combine(value, tile[Order::at(t, n, width)]);
  to[t] = value;
}

// Memory in front of and behind which nothing may be touched; the array ends (or begins) at an
// edge.
template <class V>
class Fenced {
 public:
  Fenced(unsigned count, bool at_end) : count_(count) {
    const std::size_t page = sysconf(_SC_PAGESIZE);
    inner_ = (count * sizeof(V) + page - 1) / page * page;
    outer_ = static_cast<char*>(
        mmap(nullptr, inner_ + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    begin_ = outer_ + page;
    check::that(outer_ != MAP_FAILED, "mmap");
    check::that(mprotect(begin_, inner_, PROT_READ | PROT_WRITE) == 0, "mprotect");
    check::cuda(cudaHostRegister(begin_, inner_, cudaHostRegisterDefault), "cudaHostRegister");
    data_ = reinterpret_cast<V*>(at_end ? begin_ + inner_ - count * sizeof(V) : begin_);
  }
  ~Fenced() {
    check::cuda(cudaHostUnregister(begin_), "cudaHostUnregister");
    munmap(outer_, inner_ + 2 * (begin_ - outer_));
  }
  Fenced(const Fenced&) = delete;
  V* data() { return data_; }
  unsigned size() const { return count_; }

 private:
  unsigned count_;
  std::size_t inner_;
  char *outer_, *begin_;
  V* data_;
};

template <class V>
bool same(const V& a, const V& b) {
  return std::memcmp(&a, &b, sizeof(V)) == 0;
}

void fail(const char* what, const check::Shape& s, unsigned at) {
  if (++check::failures() > 10) return;
  std::fprintf(stderr, "FAIL %s: block shape %ux%ux%u, element %u\n", what, s.x, s.y, s.z, at);
}

// How far an order reaches.
template <class Order>
unsigned reach(unsigned n, unsigned width) {
  unsigned result = 0;
  for (unsigned t = 0; t < n; ++t) {
    const unsigned at = Order::at(t, n, width);
    if (at + 1 > result) result = at + 1;
  }
  return result;
}

template <class V, class Order>
void check_loads(const char* what, const check::Shape& s, unsigned width, bool at_end) {
  const unsigned n = s.threads();
  Fenced<V> from(reach<Order>(n, width), at_end), to(n, at_end);
  for (unsigned k = 0; k < from.size(); ++k) from.data()[k] = make<V>(k * 5 + n);
  const auto verify = [&](const char* how) {
    check::cuda(cudaDeviceSynchronize(), how);
    for (unsigned t = 0; t < n; ++t) {
      V want = from.data()[Order::at(t, n, width)];
      if (takes_part(t)) want = combine(want, want);
      if (!same(to.data()[t], want)) fail(what, s, t);
      to.data()[t] = make<V>(~t);
    }
  };
  const dim3 block(s.x, s.y, s.z);
  loads<V, Order><<<1, block>>>(from.data(), to.data(), width);
  verify(what);
  const unsigned bytes = (from.size() + kTileStart) * sizeof(V);
  if (bytes > kSharedBytes) return;
  through_shared<V, Order><<<1, block, bytes>>>(from.data(), to.data(), width, from.size());
  verify(what);
}

// Any of the lanes that write a place may win, but nothing else may be there.
template <class V, class Order>
void check_stores(const char* what, const check::Shape& s, unsigned width, bool at_end) {
  const unsigned n = s.threads();
  Fenced<V> from(n, at_end), to(reach<Order>(n, width), at_end);
  for (unsigned t = 0; t < n; ++t) from.data()[t] = make<V>(t * 3 + n);
  for (int all = 0; all < 3; ++all) {
    for (unsigned k = 0; k < to.size(); ++k) to.data()[k] = make<V>(k * 7 + 1000);
    const dim3 block(s.x, s.y, s.z);
    if (all == 2) {
      full_stores<V, Order><<<1, block>>>(from.data(), to.data(), width);
    } else {
      stores<V, Order><<<1, block>>>(from.data(), to.data(), width, all != 0);
    }
    check::cuda(cudaDeviceSynchronize(), what);
    std::vector<unsigned char> written(to.size()), right(to.size());
    for (unsigned t = 0; t < n; ++t) {
      if (!all && !takes_part(t)) continue;
      const unsigned at = Order::at(t, n, width);
      written[at] = 1;
      if (same(to.data()[at], from.data()[t])) right[at] = 1;
    }
    for (unsigned k = 0; k < to.size(); ++k) {
      if (!written[k]) right[k] = same(to.data()[k], make<V>(k * 7 + 1000));
      if (!right[k]) fail(what, s, k);
    }
  }
}

template <class V, class Order>
void order(const char* what, unsigned width = 0) {
  for (const auto& shape : check::kShapes) {
    if (!check::wanted(shape)) continue;
    for (const bool at_end : {false, true}) {
      check_loads<V, Order>(what, shape, width, at_end);
      check_stores<V, Order>(what, shape, width, at_end);
    }
  }
}

// Few orders for the types that differ by their size only.
template <class V>
void some_orders(const char* what) {
  order<V, EvenThenOdd>(what);
  order<V, Repeated<8>>(what);
  order<V, Strided<3>>(what);
  order<V, RowsAtRunTime>(what, 13);
}

template <class V>
void all_orders(const char* what) {
  some_orders<V>(what);
  order<V, Contiguous>(what);
  order<V, Reversed>(what);
  order<V, PairsSwapped>(what);
  order<V, InPairs>(what);
  order<V, LowThenHigh>(what);
  order<V, Repeated<16>>(what);
  order<V, Repeated<4>>(what);
  order<V, Grouped<2>>(what);
  order<V, Grouped<8>>(what);
  order<V, OneAddress>(what, 5);
  order<V, Strided<8>>(what);
  order<V, Strided<kSpread>>(what);
  order<V, Transposed>(what, 130);
}

}  // namespace

int main() {
  all_orders<float4>("float4");
  some_orders<float2>("float2");
  some_orders<double2>("double2");
  some_orders<int4>("int4");
  some_orders<uchar4>("uchar4");
  some_orders<short2>("short2");
  some_orders<float3>("float3");
  return check::result();
}
