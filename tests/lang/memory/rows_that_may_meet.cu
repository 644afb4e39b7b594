// SPDX-License-Identifier: Apache-2.0
// heavy: 33 7x5x3
// Threads that read a row of their own and write another through pointers that nobody calls
// __restrict__: the rows lie apart, meet in a few elements, or are one, by as much for all threads
// or by another number for each.
#include "../check.h"

namespace {

constexpr unsigned kRoom = 64;  // elements of a thread
constexpr unsigned kFrom = 24;  // where its row begins
constexpr unsigned kItems = 8;

template <class T>
HD T first(unsigned thread, unsigned at) {
  return static_cast<T>(check::mix(thread * kRoom + at));
}

// What is stored early shows in what is loaded late.
struct Products {
  template <class T>
  static HD void work(T* to, T* from, int at, int, unsigned) {
    for (unsigned k = 0; k < kItems; ++k) {
      to[at + k] = static_cast<T>(from[at + k] * 3 + from[at + kItems - 1 - k]);
    }
  }
};
struct Sums {
  template <class T>
  static HD void work(T* to, T* from, int at, int, unsigned) {
    for (unsigned k = 0; k < 4; ++k) {
      to[at + k] = 1;
      for (unsigned j = 0; j < 4; ++j) to[at + k] += from[at + k] * from[at + 2 * j];
    }
  }
};
struct Some {
  template <class T>
  static HD void work(T* to, T* from, int at, int, unsigned word) {
    if (word % 3 == 1) return;
    for (unsigned k = 0; k < 3; ++k) to[at + k] ^= from[at + k];
    if (word % 3 == 0) {
      for (unsigned k = 0; k < 5; ++k) to[at + k] -= from[at + k + 1];
    }
  }
};
struct Loop {
  template <class T>
  static HD void work(T* to, T* from, int at, int n, unsigned word) {
    T sum = static_cast<T>(word);
    for (int k = 0; k < n; ++k) {
      sum = static_cast<T>(sum * 5 + from[at + k]);
      to[at + k] = sum;
    }
  }
};
struct TwoRows {
  template <class T>
  static HD void work(T* to, T* from, int at, int n, unsigned word) {
#ifdef __CUDACC__
#pragma unroll 1
#endif
    for (int k = 0; k < n; k += 2) {
      to[at + k] = static_cast<T>(from[at + k] + word);
      to[at + k + 1] = static_cast<T>(from[at + k + 1] - from[at + k]);
      to[at + k] += from[at + k + 1];
    }
  }
};

template <class Work, class T>
__global__ void same_distance(T* to, T* from, const unsigned* in, int n) {
  const unsigned i = check::gid();
  Work::work(to, from, i * kRoom + kFrom, n, in[i]);
}

HD int distance_of(unsigned word) {
  return static_cast<int>(word >> 8 & 31) - 16;
}
template <class Work, class T>
__global__ void own_distance(T* room, const unsigned* in, int n) {
  const unsigned i = check::gid();
  Work::work(room + distance_of(in[i]), room, i * kRoom + kFrom, n, in[i]);
}

template <class T>
__global__ void fill(T* room) {
  const unsigned i = check::gid();
  for (unsigned k = 0; k < kRoom; ++k) room[i * kRoom + k] = first<T>(i, k);
}
template <class T>
HD unsigned folded(const T* room) {
  unsigned sum = 0;
  for (unsigned k = 0; k < kRoom; ++k) sum = sum * 31 + static_cast<unsigned>(room[k]);
  return sum;
}
template <class T>
__global__ void fold(const T* room, unsigned* out) {
  out[check::gid()] = folded(room + check::gid() * kRoom);
}

constexpr int kOwn = 1000;

template <class Work, class T>
void run(const char* what, int distance, int n) {
  check::run<unsigned>(
      what,
      [&](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        T* room = check::device_array<T>(grid.x * block.x * block.y * block.z * kRoom);
        fill<<<grid, block>>>(room);
        if (distance == kOwn) {
          own_distance<Work><<<grid, block>>>(room, in, n);
        } else {
          same_distance<Work><<<grid, block>>>(room + distance, room, in, n);
        }
        fold<<<grid, block>>>(room, out);
        check::cuda(cudaDeviceSynchronize(), what);
        cudaFree(room);
      },
      [&](const check::Thread& t, const unsigned* in) {
        T room[kRoom];
        for (unsigned k = 0; k < kRoom; ++k) room[k] = first<T>(t.global, k);
        const unsigned word = in[t.global];
        Work::work(room + (distance == kOwn ? distance_of(word) : distance), room, kFrom, n, word);
        return folded(room);
      });
}

template <class Work>
void works(const char* what) {
  for (const int distance : {-9, -1, 0, 3, 8, 20, kOwn}) run<Work, unsigned>(what, distance, 8);
  for (const int distance : {1, 9, kOwn}) {
    run<Work, unsigned char>(what, distance, 6);
    run<Work, unsigned long long>(what, distance, 10);
  }
}

}  // namespace

int main() {
  works<Products>("products");
  works<Sums>("sums in memory");
  works<Some>("some threads");
  works<Loop>("a loop");
  works<TwoRows>("two elements a round");
  return check::result();
}
