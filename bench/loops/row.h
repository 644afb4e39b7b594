// SPDX-License-Identifier: Apache-2.0
// What a row of bench/loops/compare is made of: one thread's function, which stands in a kernel and
// in a loop, and the arrays it works on, the same on each side.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bench {

using Byte = unsigned char;
using SignedByte = signed char;
using Short = unsigned short;
using Word = std::uint32_t;
using Word64 = std::uint64_t;

enum class Values { kExact, kFloat, kDouble };

struct Array {
  unsigned char* data;
  std::size_t bytes;
  Values values;
};

// The arrays of one side of one row: the same numbers for the same seed.
class Data {
 public:
  using Allocate = void* (*)(std::size_t bytes);
  using Free = void (*)(void*);
  Data(unsigned seed, Allocate allocate, Free free)
      : engine_(seed), allocate_(allocate), free_(free) {}
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() {
    for (const Array& array : arrays_) free_(array.data);
  }

  // value_of(index) is called in order.
  template <class T, class F>
  T* array(std::size_t count, F value_of) {
    T* const out = static_cast<T*>(allocate_(count * sizeof(T)));
    if (out == nullptr) throw std::bad_alloc();
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(value_of(i));
    constexpr Values kind = std::is_same_v<T, float>    ? Values::kFloat
                            : std::is_same_v<T, double> ? Values::kDouble
                                                        : Values::kExact;
    arrays_.push_back({reinterpret_cast<unsigned char*>(out), count * sizeof(T), kind});
    return out;
  }
  float* floats(std::size_t count, float low = 0, float high = 1) {
    return array<float>(count, [&](std::size_t) { return low + (high - low) * part(); });
  }
  double* doubles(std::size_t count) {
    return array<double>(count, [&](std::size_t) { return part(); });
  }
  template <class T>
  T* bits(std::size_t count) {
    return array<T>(count, [&](std::size_t) { return random() << 8 ^ random(); });
  }
  template <class T>
  T* below(std::size_t count, Word limit) {
    return array<T>(count, [&](std::size_t) { return random() % limit; });
  }
  // Where each of `count` rows of 0 to 7 begins, and the end of the last.
  int* begins(std::size_t count) {
    int at = 0;
    return array<int>(count + 1, [&](std::size_t) {
      const int begin = at;
      at += static_cast<int>(random() % 8);
      return begin;
    });
  }
  Word random() { return static_cast<Word>(engine_()); }
  float part() { return static_cast<float>(random() >> 16) / 65536.0f; }  // of [0, 1)
  const std::vector<Array>& arrays() const { return arrays_; }

 private:
  std::mt19937 engine_;
  Allocate allocate_;
  Free free_;
  std::vector<Array> arrays_;
};

using Run = std::function<void()>;

struct Row {
  std::string name;
  std::function<Run(Data&)> make;
};

// An array of T from one of its members.
template <class T, class Member>
T* as(Member* members) {
  return reinterpret_cast<T*>(members);
}

}  // namespace bench
