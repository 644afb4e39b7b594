// SPDX-License-Identifier: Apache-2.0
// How a function is written: check the arguments, take scalars, say what is read and written, give
// the stream what computes.
//
//   template <class T>
//   Status axpy(Call& call, i64 n, const T* alpha, const T* x, i64 incx, T* y, i64 incy) {
//     if (!alpha) return call.invalid();
//     if (n <= 0) return CUBLAS_STATUS_SUCCESS;
//     const auto a = call.scalar(alpha);
//     call.reads(x, n, incx).writes(y, n, incy);
//     return call.once(cost, [=] { blas<T>(Routine::axpy, n, a(), x, incx, y, incy); });
//   }
#pragma once

#include <algorithm>
#include <climits>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "cublas/handle.h"
#include "cublas/logger.h"
#include "cublas/types.h"
#include "runtime/stream/library_work.h"

#define HEDDLE_CUBLAS extern "C" __attribute__((visibility("default"))) cublasStatus_t

namespace heddle::cublas {

using Status = cublasStatus_t;

// A coefficient: of the host as it was when the function was called, of the device as it is when
// the work runs.
template <class T>
class Scalar {
 public:
  Scalar(const T* at, bool on_device) : device_(on_device ? at : nullptr) {
    if (!on_device && at) value_ = *at;
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
  double nanoseconds() const { return 300 + std::max(operations / 30, bytes / 10); }
};

class Call {
 public:
  Call(Handle& handle, const char* name) : handle_(handle), name_(name) {}

  const Handle& handle() const { return handle_; }
  bool on_device() const { return handle_.pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }

  Status invalid() const;
  // CUBLAS_STATUS_NOT_SUPPORTED, and one line on stderr (once per text) that says so.
  Status not_supported(const char* what) const;
  // For sizes that are beyond what OpenBLAS is built for.
  static bool fits(std::initializer_list<i64> sizes);
  Status too_large() const { return not_supported("with sizes of 2^31 and more"); }

  template <class T>
  Scalar<T> scalar(const T* at) const {
    return {at, on_device()};
  }

  // Of a vector, and of `columns` columns of a matrix.
  template <class T>
  Call& reads(const T* x, i64 n, i64 inc) {
    return vector(x, sizeof(T), n, inc, false);
  }
  template <class T>
  Call& writes(const T* x, i64 n, i64 inc) {
    return vector(x, sizeof(T), n, inc, true);
  }
  template <class T>
  Call& reads_matrix(const T* a, i64 rows, i64 columns, i64 ld) {
    return use(a, rows * sizeof(T), columns, ld * sizeof(T), false);
  }
  template <class T>
  Call& writes_matrix(const T* a, i64 rows, i64 columns, i64 ld) {
    return use(a, rows * sizeof(T), columns, ld * sizeof(T), true);
  }
  // Of the matrices at(i) of a batch, which may be a list in memory of the device: asked when the
  // work runs.
  template <class At>
  Call& writes_matrices(i64 count, At at, i64 rows, i64 columns, i64 ld) {
    late_uses_.push_back([=](Uses& uses) {
      const i64 size = sizeof(*at(0));
      for (i64 i = 0; i < count; ++i) add(uses, at(i), rows * size, columns, ld * size, true);
    });
    return *this;
  }
  template <class At>
  Call& writes_vectors(i64 count, At at, i64 n, i64 inc) {
    return writes_matrices(count, at, 1, n, inc < 0 ? -inc : inc);
  }

  // run(part) for each part below `parts`, in any order, at the same time.
  template <class Run>
  Status parts(i64 count, Cost cost, Run run) {
    return with_end(
        count, cost, 0, [run](unsigned part, std::byte*) { run(part); }, [](std::byte*) {});
  }
  template <class Run>
  Status once(Cost cost, Run run) {
    return parts(1, cost, [run](unsigned) { run(); });
  }
  // run(begin, end) for ranges of [0, n), each as large as is worth a thread. `grain`: boundaries
  // are multiples of it.
  template <class Run>
  Status ranges(i64 n, Cost cost, i64 grain, Run run) {
    // A range has a size that fits OpenBLAS.
    const i64 count =
        std::max(threads_for(cost, (n + grain - 1) / grain), (n + kLongest - 1) / kLongest);
    return parts(count, cost, [=](unsigned part) {
      const i64 begin = boundary(part, count, n, grain), end = boundary(part + 1, count, n, grain);
      if (begin < end) run(begin, end);
    });
  }
  // The same with a result of each range, of which combine(results, count) makes what is stored
  // where the pointer mode says: the host waits for it then.
  template <class Partial, class Run, class Store>
  Status reduce(i64 n, Cost cost, Run run, Store store) {
    const i64 count = std::max(threads_for(cost, n), (n + kLongest - 1) / kLongest);
    const Status status = with_end(
        count, cost, sizeof(Partial) * count,
        [=](unsigned part, std::byte* scratch) {
          const i64 begin = boundary(part, count, n, 1), end = boundary(part + 1, count, n, 1);
          if (begin < end) reinterpret_cast<Partial*>(scratch)[part] = run(begin, end);
        },
        [=](std::byte* scratch) { store(reinterpret_cast<Partial*>(scratch), count); });
    return status != CUBLAS_STATUS_SUCCESS || on_device() ? status : wait();
  }

  // Run(part, scratch), then end(scratch).
  template <class Run, class End>
  Status with_end(i64 parts, Cost cost, std::size_t scratch, Run run, End end) {
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

  // Whether the host may wait now; otherwise the error, and a capture is told.
  Status wait() const;
  // For functions whose result the host waits for: before they are given to the stream.
  Status may_wait() const;

  // On how many threads it is worth to run it, at most `limit`.
  static i64 threads_for(Cost cost, i64 limit);
  static i64 boundary(i64 part, i64 parts, i64 n, i64 grain) {
    const i64 grains = (n + grain - 1) / grain;
    return std::min(n, grains * part / parts * grain);
  }

 private:
  static constexpr i64 kLongest = i64{1} << 29;

  using Uses = std::vector<engine::LibraryUse>;

  static void add(Uses& uses, const void* at, std::uint64_t width, i64 height, std::uint64_t pitch,
                  bool writes);
  Call& use(const void* at, std::uint64_t width, i64 height, std::uint64_t pitch, bool writes) {
    add(uses_, at, width, height, pitch, writes);
    return *this;
  }
  Call& vector(const void* x, std::size_t size, i64 n, i64 inc, bool writes);
  Status submit(const std::shared_ptr<engine::LibraryWork>& work);

  Handle& handle_;
  const char* const name_;
  Uses uses_;
  std::vector<std::function<void(Uses&)>> late_uses_;
};

// Calls body(call) for a handle that is one, and logs it where the program asks for that.
template <class Body>
Status in_call(cublasHandle_t handle, const char* name, Body body) {
  Handle* const known = handle_of(handle);
  if (!known) return CUBLAS_STATUS_NOT_INITIALIZED;
  log_call(name);
  Call call(*known, name);
  return body(call);
}

}  // namespace heddle::cublas
