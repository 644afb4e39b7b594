// SPDX-License-Identifier: Apache-2.0
// Which threads of a warp lie below, at or above a bound that all have in common: each comparison,
// either way round, of signed and unsigned numbers of 32 and 64 bits, with bounds in front of the
// warp, inside, behind it and at the ends of the range; in a branch and as a loop's end. And what
// all threads but one load.
#include "../check.h"

template <class T>
__device__ unsigned compare(T i, T n) {
  unsigned r = 0;
  if (i < n) r |= 1;
  if (i <= n) r |= 2;
  if (i > n) r |= 4;
  if (i >= n) r |= 8;
  if (n > i) r |= 16;
  if (n >= i) r |= 32;
  if (n < i) r |= 64;
  if (n <= i) r |= 128;
  for (T k = i; k < n && k < i + 3 * 64; k += 64) r += 256;
  return r;
}

template <class T>
unsigned expected(T i, T n) {
  unsigned r = (i < n) * 17 | (i <= n) * 34 | (i > n) * 68 | (i >= n) * 136;
  for (T k = i; k < n && k < i + 3 * 64; k += 64) r += 256;
  return r;
}

template <class T>
__global__ void kernel(T first, T n, unsigned* out) {
  const T i = (T)(first + (T)check::tid());
  const unsigned t = check::tid();
  out[t] = compare<T>(i, n);
  // These are known not to wrap around.
  out[blockDim.x * blockDim.y * blockDim.z + t] = compare<T>((T)t, n);
}

// Neighbours behind questions for one index, which is a constant on the way around.
template <class T>
__global__ void neighbours(T first, T n, const unsigned* x, unsigned* out) {
  const T i = (T)(first + (T)check::gid()), place = (T)(i - first);
  unsigned sum = 1;
  if (i != 0) sum += x[place];
  if (i != n) {
    sum += 3 * x[place + 1];
    if (place != 7) sum += 5 * x[place + 2];
  }
  if (i != 0 && i != n) sum += 7 * x[place + 3];
  out[place] += sum;
}

template <class T>
void test_neighbours(const check::Shape& s, const char* what) {
  const unsigned threads = 3 * s.threads();
  unsigned *x = check::device_array<unsigned>(threads + 3),
           *out = check::device_array<unsigned>(threads), got[3 * 1024], host[3 * 1024 + 3];
  for (unsigned k = 0; k < threads + 3; ++k) host[k] = check::mix(k);
  check::cuda(cudaMemcpy(x, host, (threads + 3) * sizeof *x, cudaMemcpyHostToDevice), what);
  for (T first : {(T)0, (T)-5, (T)-40, (T)12}) {
    for (T n : {(T)0, (T)1, (T)-1, (T)31, (T)40, (T)(first + threads - 1)}) {
      cudaMemset(out, 0, threads * sizeof *out);
      neighbours<T><<<3, dim3(s.x, s.y, s.z)>>>(first, n, x, out);
      check::cuda(cudaMemcpy(got, out, threads * sizeof *got, cudaMemcpyDeviceToHost), what);
      for (unsigned t = 0; t < threads; ++t) {
        const T i = (T)(first + (T)t);
        unsigned want = 1;
        if (i != 0) want += host[t];
        if (i != n) want += 3 * host[t + 1] + (t != 7 ? 5 * host[t + 2] : 0);
        if (i != 0 && i != n) want += 7 * host[t + 3];
        if (got[t] == want) continue;
        printf("%s: neighbours of %u, first %lld, %lld: %u, not %u\n", what, t, (long long)first,
               (long long)n, got[t], want);
        check::that(false, what);
        break;
      }
    }
  }
  cudaFree(x);
  cudaFree(out);
}

template <class T>
void test(const check::Shape& s, const char* what) {
  const unsigned threads = s.threads();
  unsigned *out = check::device_array<unsigned>(2 * threads), got[2048];
  const T least = (T)-1 < 0 ? (T)1 << (sizeof(T) * 8 - 1) : 0, most = (T)~least;
  const T firsts[] = {0, 64, (T)(least + 5), (T)(most - 2000)};
  for (T first : firsts) {
    const T bounds[] = {least,
                        0,
                        1,
                        (T)(first + 1),
                        (T)(first + 31),
                        (T)(first + 32),
                        (T)(first + 40),
                        (T)(first + threads - 1),
                        (T)(first + threads),
                        most};
    for (T n : bounds) {
      kernel<T><<<1, dim3(s.x, s.y, s.z)>>>(first, n, out);
      check::cuda(cudaMemcpy(got, out, 2 * threads * sizeof *got, cudaMemcpyDeviceToHost), what);
      for (unsigned t = 0; t < threads; ++t) {
        const unsigned want = expected<T>((T)(first + (T)t), n), own = expected<T>((T)t, n);
        if (got[t] == want && got[threads + t] == own) continue;
        printf("%s: first %lld, bound %lld, thread %u of %u: %x, not %x; %x, not %x\n", what,
               (long long)first, (long long)n, t, threads, got[t], want, got[threads + t], own);
        check::that(false, what);
        break;
      }
    }
  }
  cudaFree(out);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    test_neighbours<int>(s, "int");
    test_neighbours<long long>(s, "long long");
    test<int>(s, "int");
    test<unsigned>(s, "unsigned");
    test<long long>(s, "long long");
    test<unsigned long long>(s, "unsigned long long");
  }
  return check::result();
}
