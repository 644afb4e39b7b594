// SPDX-License-Identifier: Apache-2.0
// How a function is written: check the arguments, take scalars, say what is written, give the
// stream what computes. The work finds everything in what it has captured; descriptors may be gone
// when it runs.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "cusparse/handle.h"
#include "cusparse/logger.h"
#include "cusparse/types.h"
#include "runtime/stream/library_work.h"

#define HEDDLE_CUSPARSE extern "C" __attribute__((visibility("default"))) cusparseStatus_t

namespace heddle::cusparse {

using Status = cusparseStatus_t;

// A coefficient: of the host as it was when the function was called, of the device as it is when
// the work runs.
template <class T>
class Scalar {
 public:
  Scalar(const void* at, bool on_device)
      : device_(on_device ? static_cast<const T*>(at) : nullptr) {
    if (!on_device && at) value_ = *static_cast<const T*>(at);
  }
  explicit Scalar(T value) : value_(value) {}
  T operator()() const { return device_ ? *device_ : value_; }

 private:
  T value_{};
  const T* device_ = nullptr;
};

// What a work takes on one thread.
struct Cost {
  double operations = 0;  // multiplications and additions
  double bytes = 0;
  double nanoseconds() const { return 300 + std::max(operations, bytes / 5); }
};

class Call {
 public:
  Call(const Handle& handle, const char* name) : handle_(handle), name_(name) {}

  bool on_device() const { return handle_.pointer_mode == CUSPARSE_POINTER_MODE_DEVICE; }
  const char* name() const { return name_; }

  Status invalid() const;
  // CUSPARSE_STATUS_NOT_SUPPORTED, and one line on stderr (once per text) that says so.
  Status not_supported(const char* what) const;

  template <class T>
  Scalar<T> scalar(const void* at) const {
    return {at, on_device()};
  }

  // `height` rows of `width` bytes, each `pitch` behind the one before.
  Call& writes(const void* at, i64 width, i64 height = 1, i64 pitch = 0);

  // run(part) for each part below `count`, in any order, at the same time; then end().
  template <class Run, class End>
  Status parts(i64 count, Cost cost, Run run, End end) {
    return with_scratch(
        count, cost, 0, [run](i64 part, std::byte*) { run(part); }, [end](std::byte*) { end(); });
  }
  template <class Run>
  Status parts(i64 count, Cost cost, Run run) {
    return parts(count, cost, run, [] {});
  }
  template <class Run>
  Status once(Cost cost, Run run) {
    return parts(1, cost, [run](i64) { run(); });
  }
  // run(begin, end) for ranges of [0, n), each as large as is worth a thread.
  template <class Run>
  Status ranges(i64 n, Cost cost, Run run) {
    const i64 count = threads_for(cost, n);
    return parts(count, cost, [=](i64 part) {
      const i64 begin = boundary(part, count, n), end = boundary(part + 1, count, n);
      if (begin < end) run(begin, end);
    });
  }
  template <class Run, class End>
  Status with_scratch(i64 parts, Cost cost, std::size_t scratch, Run run, End end) {
    class Work final : public engine::LibraryWork {
     public:
      Work(Run run, End end) : run_(std::move(run)), end_(std::move(end)) {}
      void run(unsigned part, std::byte* at) const override { run_(part, at); }
      void end(std::byte* at) const override { end_(at); }

     private:
      const Run run_;
      const End end_;
    };
    const auto work = std::make_shared<Work>(std::move(run), std::move(end));
    work->parts = static_cast<unsigned>(parts);
    work->scratch_bytes = scratch;
    work->nanoseconds = static_cast<float>(cost.nanoseconds());
    return submit(work);
  }

  // For functions whose result the host waits for, before they are given to the stream: an error
  // where the stream is captured.
  Status may_wait() const;
  Status wait() const;

  // On how many threads it is worth to run it, at most `limit`.
  static i64 threads_for(Cost cost, i64 limit);
  static i64 boundary(i64 part, i64 parts, i64 n) {
    // n is at most 2^40 or so, and parts the number of threads.
    return n / parts * part + n % parts * part / parts;
  }

 private:
  Status submit(const std::shared_ptr<engine::LibraryWork>& work);

  const Handle& handle_;
  const char* const name_;
  std::vector<engine::LibraryUse> uses_;
};

// Of a function that is not there at all.
Status not_supported(const char* name);

// Calls body(call) for a handle that is one, and logs it where the program asks for that.
template <class Body>
Status in_call(cusparseHandle_t handle, const char* name, Body body) {
  const Handle* const known = handle_of(handle);
  if (!known) return CUSPARSE_STATUS_NOT_INITIALIZED;
  log_call(name);
  Call call(*known, name);
  return body(call);
}

// Complex numbers of the interface as C++ has them.
inline const Complex* native(const cuComplex* at) {
  return reinterpret_cast<const Complex*>(at);
}
inline Complex* native(cuComplex* at) {
  return reinterpret_cast<Complex*>(at);
}
inline const DoubleComplex* native(const cuDoubleComplex* at) {
  return reinterpret_cast<const DoubleComplex*>(at);
}
inline DoubleComplex* native(cuDoubleComplex* at) {
  return reinterpret_cast<DoubleComplex*>(at);
}
inline Complex native(cuComplex value) {
  return {value.x, value.y};
}
inline DoubleComplex native(cuDoubleComplex value) {
  return {value.x, value.y};
}
template <class T>
T native(T value) {
  return value;
}

}  // namespace heddle::cusparse
