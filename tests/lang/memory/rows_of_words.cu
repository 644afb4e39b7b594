// SPDX-License-Identifier: Apache-2.0
// Each thread has its items in a row (CUB's blocked arrangement): rows of 5 to 12 words, in shared
// and in global memory, stored and loaded by all threads or by some.
#include "../check.h"

namespace {

constexpr unsigned kPad = 3;  // words between rows that must stay as they are

HD unsigned item(unsigned v, unsigned k) {
  return v * (2 * k + 1) + k;
}
HD unsigned folded(unsigned sum, unsigned long long x) {
  return sum * 31 + static_cast<unsigned>(x ^ x >> 32);
}
HD bool takes_part(unsigned v, bool some) {
  return !some || v % 3 != 1;
}

// Stores its row, and loads its neighbour's: what lies between rows is loaded one by one.
template <class T, unsigned kItems, bool kSome>
__global__ void in_shared(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned long long memory[];
  T* const items = reinterpret_cast<T*>(memory);
  constexpr unsigned kRow = kItems + kPad;
  const unsigned n = check::block_threads(), me = check::tid(), v = in[check::gid()];
#pragma unroll 1
  for (unsigned i = me; i < n * kRow; i += n) items[i] = i;
  __syncthreads();
  if (takes_part(v, kSome)) {
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) items[me * kRow + k] = item(v, k);
  }
  __syncthreads();
  unsigned sum = v;
  const unsigned next = (me + 1) % n;
  if (takes_part(v, kSome)) {
    T row[kItems];
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) row[k] = items[me * kRow + k];
#pragma unroll
    for (unsigned k = 0; k < kItems; ++k) sum = folded(sum, row[k]);
  }
#pragma unroll 1
  for (unsigned k = 0; k < kRow; ++k) sum = folded(sum, items[next * kRow + k]);
  out[check::gid()] = sum;
}

template <class T, unsigned kItems, bool kSome>
unsigned want(const check::Thread& t, const unsigned* in) {
  const auto at = [&](unsigned thread, unsigned k) {
    const unsigned v = in[t.block_first + thread];
    if (k < kItems && takes_part(v, kSome)) return T(item(v, k));
    return T(thread * (kItems + kPad) + k);
  };
  unsigned sum = in[t.global];
  if (takes_part(sum, kSome)) {
    const unsigned v = sum;
    for (unsigned k = 0; k < kItems; ++k) sum = folded(sum, T(item(v, k)));
  }
  for (unsigned k = 0; k < kItems + kPad; ++k) {
    sum = folded(sum, at((t.linear + 1) % t.block_threads, k));
  }
  return sum;
}

template <class T, unsigned kItems, bool kSome>
void check_row(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        const unsigned bytes = block.x * block.y * block.z * (kItems + kPad) * sizeof(T);
        auto* const kernel = in_shared<T, kItems, kSome>;
        check::cuda(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
            "shared memory");
        kernel<<<grid, block, bytes>>>(in, out);
      },
      want<T, kItems, kSome>);
}

// Rows in global memory: of each thread, at a place that has nothing to do with its neighbours'.
constexpr unsigned kRowOfEach = 12;
__device__ double rows[4096 * kRowOfEach];

HD double as_double(unsigned v, unsigned k) {
  return item(v, k) * 0.5;
}
__global__ void in_global(const unsigned* in, unsigned* out) {
  const unsigned at = check::gid() * 37 % 4096, v = in[check::gid()];
#pragma unroll
  for (unsigned k = 0; k < kRowOfEach; ++k) rows[at * kRowOfEach + k] = as_double(v, k);
  __syncthreads();
  double sum = 0;
#pragma unroll
  for (unsigned k = 0; k < kRowOfEach; ++k) sum = sum * 0.25 + rows[at * kRowOfEach + k];
  out[check::gid()] = static_cast<unsigned>(static_cast<unsigned long long>(sum));
}
unsigned want_double(const check::Thread& t, const unsigned* in) {
  double sum = 0;
  for (unsigned k = 0; k < kRowOfEach; ++k) sum = sum * 0.25 + as_double(in[t.global], k);
  return static_cast<unsigned>(static_cast<unsigned long long>(sum));
}

// Rows of all threads side by side: float3 and its like, and rows of registers' width.
template <unsigned kItems>
struct Row {
  unsigned words[kItems];
};
template <unsigned kItems>
__global__ void store_side_by_side(const unsigned* in, Row<kItems>* out) {
  const unsigned i = check::gid();
  Row<kItems> row;
  for (unsigned k = 0; k < kItems; ++k) row.words[k] = item(in[i], k);
  out[i] = row;
}
template <unsigned kItems>
__global__ void load_side_by_side(Row<kItems>* out) {
  const unsigned i = check::gid();
  Row<kItems> row = out[i];
  for (unsigned k = 0; k < kItems; ++k) out[i].words[k] = row.words[(k + 1) % kItems] + k;
}
template <unsigned kItems>
void check_side_by_side(const char* what) {
  check::run<Row<kItems>>(
      what,
      [](dim3 grid, dim3 block, const unsigned* in, Row<kItems>* out) {
        store_side_by_side<kItems><<<grid, block>>>(in, out);
        load_side_by_side<kItems><<<grid, block>>>(out);
      },
      [](const check::Thread& t, const unsigned* in) {
        Row<kItems> row;
        for (unsigned k = 0; k < kItems; ++k) {
          row.words[k] = item(in[t.global], (k + 1) % kItems) + k;
        }
        return row;
      });
}

}  // namespace

int main() {
  check_side_by_side<3>("rows of 3 words side by side");
  check_side_by_side<8>("rows of 8 words side by side");
  check_side_by_side<9>("rows of 9 words side by side");
  check_side_by_side<16>("rows of 16 words side by side");
  check_row<unsigned, 7, true>("rows of 7 words, some threads");
  check_row<unsigned, 12, false>("rows of 12 words");
  check_row<unsigned long long, 5, true>("rows of 5 long words, some threads");
  check::run<unsigned>(
      "rows of 12 doubles",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        in_global<<<grid, block>>>(in, out);
      },
      want_double);
  return check::result();
}
