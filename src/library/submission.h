// SPDX-License-Identifier: Apache-2.0
// How a function of a library gives its work to a stream: it says what is read and written and what
// it costs, then what computes.
//
//   call.reads(x, n, incx).writes(y, n, incy);
//   return call.ranges(n, cost, 1, [=](i64 begin, i64 end) { ... });
//
// `Library` has the type Status and
//   static Status status_of(cudaError_t error);
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "library/numbers.h"
#include "runtime/stream/library_work.h"

namespace heddle::library {

// What a work takes on one thread.
struct Cost {
  double operations = 0;  // multiplications and additions
  double bytes = 0;
  double nanoseconds() const { return 300 + std::max(operations / 30, bytes / 10); }
};

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

// On how many threads it is worth to run it, at most `limit`.
i64 threads_for(Cost cost, i64 limit);
// Where the part begins, of [0, n) in `parts`; boundaries are multiples of `grain`.
inline i64 boundary(i64 part, i64 parts, i64 n, i64 grain) {
  const i64 grains = (n + grain - 1) / grain;
  return std::min(n, grains * part / parts * grain);
}
// A line on stderr, once per text.
void say_once(const std::string& text);

// What memory a work uses.
class Uses {
 public:
  using List = std::vector<engine::LibraryUse>;

  Uses();
  ~Uses();  // not in every function of a library

  static void add(List& uses, const void* at, std::uint64_t width, i64 height, std::uint64_t pitch,
                  bool writes);
  void add(const void* at, std::uint64_t width, i64 height, std::uint64_t pitch, bool writes) {
    add(list_, at, width, height, pitch, writes);
  }
  void add_vector(const void* x, std::size_t size, i64 n, i64 inc, bool writes);
  // Asked when the work runs, as it needs memory of the device to know.
  void add_late(std::function<void(List&)> ask) { late_.push_back(std::move(ask)); }

 protected:
  struct Amount {
    unsigned parts;
    std::size_t scratch_bytes;
    Cost cost;
    bool waits;
  };
  // Makes it the work of one function: its name for tools. It owns the work from here on: no
  // smart pointer to each of a thousand classes has to be compiled.
  cudaError_t submit(cudaStream_t stream, const char* name, const Amount& amount,
                     engine::LibraryWork* work);

 private:
  List list_;
  std::vector<std::function<void(List&)>> late_;
};

template <class Library>
class Submission : private Uses {
 public:
  using Status = Library::Status;

  // on_device: scalars and results of reductions are memory of the device (the pointer mode).
  Submission(cudaStream_t stream, const char* name, bool on_device)
      : stream_(stream), name_(name), on_device_(on_device) {}

  cudaStream_t stream() const { return stream_; }
  const char* name() const { return name_; }
  bool on_device() const { return on_device_; }
  template <class T>
  Scalar<T> scalar(const T* at) const {
    return {at, on_device_};
  }

  // Of a vector, and of `columns` columns of a matrix.
  template <class T>
  Submission& reads(const T* x, i64 n, i64 inc) {
    add_vector(x, sizeof(T), n, inc, false);
    return *this;
  }
  template <class T>
  Submission& writes(const T* x, i64 n, i64 inc) {
    add_vector(x, sizeof(T), n, inc, true);
    return *this;
  }
  template <class T>
  Submission& reads_matrix(const T* a, i64 rows, i64 columns, i64 ld) {
    add(a, rows * sizeof(T), columns, ld * sizeof(T), false);
    return *this;
  }
  template <class T>
  Submission& writes_matrix(const T* a, i64 rows, i64 columns, i64 ld) {
    add(a, rows * sizeof(T), columns, ld * sizeof(T), true);
    return *this;
  }
  // For what other ranks or processes do: it has a thread of its own.
  Submission& waits() {
    waits_ = true;
    return *this;
  }
  // What takes long to say, or only memory of the device knows: asked when the work runs under a
  // tool.
  Submission& late_uses(std::function<void(List&)> ask) {
    add_late(std::move(ask));
    return *this;
  }
  // Of the matrices at(i) of a batch, which may be a list in memory of the device.
  template <class At>
  Submission& writes_matrices(i64 count, At at, i64 rows, i64 columns, i64 ld) {
    add_late([=](List& uses) {
      const i64 size = sizeof(*at(0));
      for (i64 i = 0; i < count; ++i) add(uses, at(i), rows * size, columns, ld * size, true);
    });
    return *this;
  }
  template <class At>
  Submission& writes_vectors(i64 count, At at, i64 n, i64 inc) {
    return writes_matrices(count, at, 1, n, inc < 0 ? -inc : inc);
  }

  // run(part) for each part below `parts`, at the same time; they begin in their order.
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
    const i64 count = range_count(n, cost, grain);
    return parts(count, cost, [=](unsigned part) {
      const i64 begin = boundary(part, count, n, grain), end = boundary(part + 1, count, n, grain);
      if (begin < end) run(begin, end);
    });
  }
  // The same with a result of each range, of which store(results, count) makes what is kept where
  // the pointer mode says: the host waits for it then.
  template <class Partial, class Run, class Store>
  Status reduce(i64 n, Cost cost, Run run, Store store) {
    const i64 count = range_count(n, cost, 1);
    const Status status = with_end(
        count, cost, sizeof(Partial) * count,
        [=](unsigned part, std::byte* scratch) {
          const i64 begin = boundary(part, count, n, 1), end = boundary(part + 1, count, n, 1);
          if (begin < end) reinterpret_cast<Partial*>(scratch)[part] = run(begin, end);
        },
        [=](std::byte* scratch) { store(reinterpret_cast<Partial*>(scratch), count); });
    return status != Library::status_of(cudaSuccess) || on_device_ ? status : wait();
  }

  // Run(part, scratch), then end(scratch). Scratch is zeroed before.
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
    const Amount amount{static_cast<unsigned>(parts), scratch, cost, waits_};
    return Library::status_of(
        submit(stream_, name_, amount, new Work(std::move(run), std::move(end))));
  }

  // For functions whose result the host waits for, before they are given to the stream: a capture
  // is told, and the status is that of cudaErrorStreamCaptureUnsupported.
  Status may_wait() const {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (const cudaError_t error = cudaStreamIsCapturing(stream_, &capture))
      return Library::status_of(error);
    return capture == cudaStreamCaptureStatusNone ? Library::status_of(cudaSuccess) : wait();
  }
  Status wait() const { return Library::status_of(cudaStreamSynchronize(stream_)); }

 private:
  // A range has a size that fits BLAS's integers.
  static constexpr i64 kLongest = i64{1} << 29;
  static i64 range_count(i64 n, Cost cost, i64 grain) {
    return std::max(threads_for(cost, (n + grain - 1) / grain), (n + kLongest - 1) / kLongest);
  }

  const cudaStream_t stream_;
  const char* const name_;
  const bool on_device_;
  bool waits_ = false;
};

}  // namespace heddle::library
