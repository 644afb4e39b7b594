// SPDX-License-Identifier: Apache-2.0
// Indices in memory: int, or int64_t in the functions that end in _64.
#pragma once

#include <cstddef>

#include "cublas/types.h"

namespace heddle::cublas {

// One that is written.
class IndexResult {
 public:
  explicit IndexResult(int* at) : narrow_(at) {}
  explicit IndexResult(std::int64_t* at) : wide_(at) {}
  explicit operator bool() const { return narrow_ || wide_; }
  // Where it lies.
  const std::byte* at() const {
    return narrow_ ? reinterpret_cast<const std::byte*>(narrow_)
                   : reinterpret_cast<const std::byte*>(wide_);
  }
  i64 size() const { return narrow_ ? sizeof(*narrow_) : sizeof(*wide_); }
  void store(i64 value) const {
    if (narrow_) *narrow_ = static_cast<int>(value);
    if (wide_) *wide_ = value;
  }

 private:
  int* narrow_ = nullptr;
  std::int64_t* wide_ = nullptr;
};

// An array of the host.
class Indices {
 public:
  explicit Indices(const int* at) : narrow_(at) {}
  explicit Indices(const std::int64_t* at) : wide_(at) {}
  explicit operator bool() const { return narrow_ || wide_; }
  i64 operator[](i64 i) const { return narrow_ ? narrow_[i] : wide_[i]; }

 private:
  const int* narrow_ = nullptr;
  const std::int64_t* wide_ = nullptr;
};

}  // namespace heddle::cublas
