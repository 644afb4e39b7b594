// SPDX-License-Identifier: Apache-2.0
// Loops that whole warps go round together for a while, until their lanes come to the bound: what
// they sum up, write and hand on, with steps up and down, as wide as the grid or not, with branches
// and loops inside, breaks, and warps that never begin.
#include "../check.h"

struct Seen {
  unsigned sum, rounds, last, inner;
  HD bool operator==(const Seen& o) const {
    return sum == o.sum && rounds == o.rounds && last == o.last && inner == o.inner;
  }
};

template <class T>
HD Seen upwards(T i, T n, T step, const unsigned* x, unsigned* y) {
  Seen s = {1, 0, 77, 0};
  for (; i < n; i += step) {
    const unsigned v = x[i % 4096];
    s.sum = s.sum * 31 + v;
    if (v % 5 == 0) s.inner += v;
    if (y) y[i] = v + (unsigned)i;
    s.last = (unsigned)i;
    ++s.rounds;
  }
  return s;
}

template <class T>
HD Seen downwards(T i, T step, const unsigned* x) {
  Seen s = {2, 0, 78, 0};
  for (i = i - 3; i >= 0; i -= step) {
    s.sum ^= x[i % 4096] + s.sum * 5;
    s.last = (unsigned)i;
    ++s.rounds;
  }
  return s;
}

// With an end that data decides, a loop inside whose rounds differ, and an end in the middle.
HD inline Seen uneven(unsigned i, unsigned n, unsigned step, const unsigned* x) {
  Seen s = {3, 0, 79, 0};
  do {
    for (unsigned k = 0; k < x[i % 4096] % 4; ++k) s.inner += i ^ k;
    for (unsigned k = i % 64; k < 64; k += 16) s.inner = s.inner * 3 + k;
    if (x[i % 4096] % 97 == 13) break;
    s.sum += x[(i + 1) % 4096];
    s.last = i;
    i += step;
    ++s.rounds;
  } while (i < n);
  s.sum += i;
  return s;
}

__global__ void up32(int n, int step, const unsigned* x, unsigned* y, Seen* out) {
  out[check::gid()] = upwards<int>((int)check::gid(), n, step, x, y);
}
__global__ void up64(size_t n, size_t step, const unsigned* x, Seen* out) {
  out[check::gid()] = upwards<size_t>(check::gid(), n, step, x, nullptr);
}
__global__ void down(int first, int step, const unsigned* x, Seen* out) {
  out[check::gid()] = downwards<int>(first + (int)check::gid(), step, x);
}
__global__ void broken(unsigned n, unsigned step, const unsigned* x, Seen* out) {
  out[check::gid()] = uneven(check::gid(), n, step, x);
}

int main() {
  auto* x = check::device_array<unsigned>(4096);
  static unsigned values[4096];
  for (unsigned i = 0; i < 4096; ++i) values[i] = check::mix(i + 9) % 1000;
  check::cuda(cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice), "x");
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 3, all = blocks * s.threads();
    auto* out = check::device_array<Seen>(all);
    auto* y = check::device_array<unsigned>(7 * all + 80);
    static unsigned written[7 * 3072 + 80];
    static Seen got[3072];
    const dim3 block(s.x, s.y, s.z);
    const unsigned ns[] = {
        0, 1, 31, all - 1, all, all + 1, 2 * all + 17, 5 * all, 7 * all - all / 3};
    const auto compare = [&](const char* what, unsigned n, unsigned step, auto want) {
      check::cuda(cudaMemcpy(got, out, all * sizeof *got, cudaMemcpyDeviceToHost), what);
      for (unsigned t = 0; t < all; ++t) {
        const Seen w = want(t);
        if (got[t] == w) continue;
        std::printf(
            "%s: shape %ux%ux%u, n %u, step %u, thread %u: sum %u (%u), rounds %u (%u), "
            "last %u (%u), inner %u (%u)\n",
            what, s.x, s.y, s.z, n, step, t, got[t].sum, w.sum, got[t].rounds, w.rounds,
            got[t].last, w.last, got[t].inner, w.inner);
        check::that(false, what);
        break;
      }
    };
    for (unsigned n : ns) {
      cudaMemset(y, 0x11, (7 * all + 80) * sizeof *y);
      up32<<<blocks, block>>>((int)n, (int)all, x, y, out);
      compare("upwards, 32 bits", n, all,
              [&](unsigned t) { return upwards<int>((int)t, (int)n, (int)all, values, nullptr); });
      check::cuda(cudaMemcpy(written, y, (n + 40) * sizeof *y, cudaMemcpyDeviceToHost), "y");
      for (unsigned i = 0; i < n + 40; ++i) {
        check::that(written[i] == (i < n ? values[i % 4096] + i : 0x11111111), "what is written");
      }
      for (unsigned step : {all, 64u, 37u}) {
        up64<<<blocks, block>>>(n, step, x, out);
        compare("upwards, 64 bits", n, step,
                [&](unsigned t) { return upwards<size_t>(t, n, step, values, nullptr); });
        down<<<blocks, block>>>((int)n, (int)step, x, out);
        compare("downwards", n, step,
                [&](unsigned t) { return downwards<int>((int)(n + t), (int)step, values); });
        broken<<<blocks, block>>>(n, step, x, out);
        compare("uneven", n, step, [&](unsigned t) { return uneven(t, n, step, values); });
      }
    }
    cudaFree(out);
    cudaFree(y);
  }
  return check::result();
}
