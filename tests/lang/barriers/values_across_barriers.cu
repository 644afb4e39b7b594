// SPDX-License-Identifier: Apache-2.0
// What a thread holds across barriers, where values change their names: swaps, rotations, values
// that live across some barriers and not others. The host runs the same code;
// a barrier changes no thread's own values.
#include "../check.h"

namespace {

HD inline void barrier() {
#ifdef __CUDA_ARCH__
  __syncthreads();
#endif
}

HD unsigned swap(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1] ^ 5;
  const unsigned trips = in[0] % 7 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned old = a;
    a = b;
    b = old;
    barrier();
  }
  return a * 3 + b;
}

// The values change places between two barriers, and one of them changes itself.
HD unsigned swap_in_the_middle(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1];
  const unsigned trips = in[1] % 6 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    barrier();
    const unsigned old = a;
    a = b;
    b = old + k;
    barrier();
    a ^= b >> 3;
  }
  return a * 3 + b;
}

HD unsigned swap_now_and_then(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1], c = in[i + 2];
  const unsigned trips = in[2] % 9 + 4;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    if (in[k] & 1) {  // the same for all
      const unsigned old = a;
      a = c;
      c = old;
      barrier();
    } else {
      const unsigned old = b;
      b = c + 1;
      c = old;
    }
    barrier();
    if ((a ^ i) & 1) {  // not the same for all
      const unsigned old = a;
      a = b;
      b = old;
    }
  }
  return a * 9 + b * 3 + c;
}

template <int N>
HD unsigned rotate(unsigned i, const unsigned* in) {
  unsigned v[N];
#pragma unroll
  for (int j = 0; j < N; ++j) v[j] = in[i + j] + j;
  const unsigned trips = in[N] % 11 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned first = v[0];
#pragma unroll
    for (int j = 0; j + 1 < N; ++j) v[j] = v[j + 1];
    v[N - 1] = first;
    barrier();
  }
  unsigned result = 0;
#pragma unroll
  for (int j = 0; j < N; ++j) result = result * 31 + v[j];
  return result;
}

// A Fibonacci of three, written with the barrier between the renamings.
HD unsigned shift_register(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1], c = in[i + 2];
  const unsigned trips = in[3] % 13 + 1;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned next = a + b + c;
    a = b;
    barrier();
    b = c;
    barrier();
    c = next;
  }
  return a * 9 + b * 3 + c;
}

// One value is used behind the first barrier, one behind the second, one behind all, one nowhere.
HD unsigned different_lives(unsigned i, const unsigned* in) {
  const unsigned one = in[i] * 3, two = in[i + 1] * 5, all = in[i + 2] * 7, none = in[i + 3] * 9;
  unsigned result = none;
  barrier();
  result += one * result;
  const unsigned late = result ^ all;
  barrier();
  result += two ^ one;
  barrier();
  result = result * 3 + all;
  barrier();
  return result * 5 + late;
}

HD unsigned used_after_three(unsigned i, const unsigned* in) {
  unsigned sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 5; ++k) {
    const unsigned early = in[i + k] ^ sum;
    barrier();
    sum += in[i + k + 1];
    barrier();
    sum *= 3;
    barrier();
    sum ^= early;
  }
  return sum;
}

// Only every third trip waits: the value of the last wait is still wanted.
HD unsigned conditional_barriers(unsigned i, const unsigned* in) {
  unsigned kept = in[i], sum = 1;
  const unsigned trips = in[4] % 10 + 6;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    if (in[k + 20] % 3 == 0) {
      sum += kept;
      barrier();
      kept = in[i + k] * sum;
    }
    sum = sum * 5 + k;
    if (in[k + 40] % 2 == 0) barrier();
  }
  return sum + kept;
}

HD unsigned nested_loops(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1], outside = in[i + 2];
  const unsigned trips = in[5] % 4 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    unsigned inner = a ^ k, old = b;
#pragma unroll 1
    for (unsigned q = 0; q <= k % 3; ++q) {
      barrier();
      const unsigned t = inner;
      inner = b + q;
      b = t;
#pragma unroll 1
      for (unsigned r = 0; r < in[q] % 3; ++r) {
        inner = inner * 3 + b + outside;
        barrier();
        b += inner >> 2;
      }
    }
    a = inner + old;
#pragma unroll 1
    for (unsigned q = 0; q < 4; ++q) a = a * 5 + outside + q;  // no barrier in here
    barrier();
  }
  return a * 3 + b;
}

// Behind the barrier, the value of one trip before and of two trips before.
HD unsigned values_of_past_trips(unsigned i, const unsigned* in) {
  unsigned before = 7, twice_before = 9, sum = 0;
  const unsigned trips = in[6] % 9 + 3;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned now = in[i + k];
    barrier();
    sum = sum * 3 + before + (twice_before ^ now);
    twice_before = before;
    before = now;
  }
  return sum * 5 + before;
}

HD unsigned counters(unsigned i, const unsigned* in) {
  unsigned sum = 0, down = in[7] % 5 + 9;
  unsigned char narrow = (unsigned char)in[i];
  long long wide = (long long)i << 33;
#pragma unroll 1
  for (unsigned k = in[8] % 3; k < down; k += 2, --down) {
    barrier();
    sum += in[i + k] * down;
    narrow += 3;
    wide += narrow;
    if (k % 4 == 2) barrier();
    sum ^= narrow;
  }
  return sum + down * 7 + (unsigned)(wide >> 7);
}

// base + constants, where the base itself moves while the old sum is still wanted.
HD unsigned made_again(unsigned i, const unsigned* in) {
  unsigned base = in[i] % 200, sum = 0;
  const unsigned trips = in[10] % 7 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned next = base + 3, far = next * 4, other = (far ^ 0x55) & 0xff;
    const bool odd = base & 1;
    barrier();
    base = odd ? next + 1 : other;
    sum = sum * 3 + in[far % 1000] + in[other];
    barrier();
    sum += next + in[base];
  }
  return sum;
}

// The same with values that all threads share, which move on by loads.
HD unsigned shared_made_again(unsigned i, const unsigned* in) {
  unsigned base = in[16] % 200, sum = i;
  const unsigned trips = in[17] % 7 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const unsigned next = base + 3, far = next * 4, other = (far ^ 0x55) & 0xff;
    const unsigned* row = in + base;
    barrier();
    base = in[k + 18] % 200;
    sum = sum * 3 + in[other];
    barrier();
    sum = sum * 5 + in[next] + row[i] + in[far];
    barrier();
    sum = sum * 7 + row[k + 1] + next;
  }
  return sum + base;
}

// Some threads are gone at each barrier.
HD unsigned early_exits(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1];
  if (a % 7 == 0) return a + 1;
  barrier();
  if (b % 5 == 0) return a ^ b;
#pragma unroll 1
  for (unsigned k = 0; k < 6; ++k) {
    const unsigned old = a;
    a = b * 3;
    b = old + k;
    barrier();
    if (b % 11 == 3) break;
    if (a % 13 == 4) return a * 2 + k;
  }
  return a + b;
}

HD unsigned early_exit_of_all(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = 3;
#pragma unroll 1
  for (unsigned k = 0;; ++k) {
    if (in[k] % 9 == 4 || k > 15) break;
    const unsigned old = a;
    a = b + in[i + k];
    barrier();
    b = old;
    if (in[k + 3] % 17 == 2) {
      barrier();
      return a - b;
    }
  }
  return a * 3 + b;
}

// The same for all threads, and different per thread by a step: neither is a vector.
HD unsigned scalars(unsigned i, const unsigned* in) {
  unsigned uniform = in[13], step = i * 4, other = in[14], sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 8; ++k) {
    const unsigned old = uniform;
    uniform = other * 3 + in[k];
    barrier();
    other = old;
    step += other % 8;
    barrier();
    sum = sum * 3 + uniform + step;
    const unsigned t = step;
    step = i + other % 16;
    if (uniform & 1) step = t;
  }
  return sum + uniform + step;
}

// The loads of one trip are used in the next, as in tiles that are fetched ahead.
HD unsigned fetched_ahead(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1], sum = 0;
  const unsigned trips = in[15] % 9 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    unsigned next_a = 0, next_b = 0;
    barrier();
    if (k + 1 < trips) {
      next_a = in[i + k * 2];
      next_b = in[i + k * 3];
    }
    sum += a * b;
    barrier();
    a = next_a;
    b = next_b;
  }
  return sum;
}

}  // namespace

int main() {
  check::each<swap>("swap");
  check::each<swap_in_the_middle>("swap in the middle");
  check::each<swap_now_and_then>("swap now and then");
  check::each<rotate<3>>("rotation of 3");
  check::each<rotate<7>>("rotation of 7");
  check::each<shift_register>("shift register");
  check::each<different_lives>("lives of different length");
  check::each<used_after_three>("used after three barriers");
  check::each<conditional_barriers>("conditional barriers");
  check::each<nested_loops>("nested loops");
  check::each<values_of_past_trips>("values of past trips");
  check::each<counters>("loop counters");
  check::each<made_again>("values made again");
  check::each<shared_made_again>("values of all threads made again");
  check::each<early_exits>("early exits");
  check::each<early_exit_of_all>("early exit of all");
  check::each<scalars>("scalars");
  check::each<fetched_ahead>("fetched ahead");
  return check::result();
}
