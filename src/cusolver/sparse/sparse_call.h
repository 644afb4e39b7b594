// SPDX-License-Identifier: Apache-2.0
// How a function of cusolverSp is written: a template for matrices in memory of the host and of the
// device. Those of the device wait for their stream and run in it; the program waits for them, as
// their results are the host's, or may be.
#pragma once

#include <atomic>
#include <new>
#include <optional>

#include "cusolver/call.h"
#include "cusolver/sparse/pattern.h"
#include "cusolverSp.h"
#include "library/objects.h"

namespace heddle::cusolver {

using library::find_object;

// What a program gets by a pointer.
template <class T, class Public>
Status create_object(Public* out) {
  if (!out) return CUSOLVER_STATUS_INVALID_VALUE;
  *out = library::Objects<T>::all().template add<Public>(std::make_shared<T>());
  return CUSOLVER_STATUS_SUCCESS;
}
// `unknown`: the answer where it is none.
template <class T>
Status destroy_object(const void* object, Status unknown) {
  return library::Objects<T>::all().remove(object) ? CUSOLVER_STATUS_SUCCESS : unknown;
}

struct SparseHandle {
  cudaStream_t stream = nullptr;
};

class SparseCall : public library::Submission<Library> {
 public:
  SparseCall(const SparseHandle& handle, const char* name, bool of_host)
      : Submission(handle.stream, name, false), of_host_(of_host) {}
  static Status invalid() { return CUSOLVER_STATUS_INVALID_VALUE; }
  Status not_supported(const std::string& what) const {
    library::say_once(std::string(name()) + " " + what + " is not supported");
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  }

  // Tools hear of a matrix of the device.
  void reads_matrix(const sparse::Csr& csr) {
    if (of_host_) return;
    reads(csr.offsets, csr.rows + 1, 1).reads(csr.indices, csr.numbers, 1);
  }
  template <class T>
  void reads_vector(const T* x, i64 n) {
    if (!of_host_) reads(x, n, 1);
  }
  template <class T>
  void writes_vector(const T* x, i64 n) {
    if (!of_host_) writes(x, n, 1);
  }

  // run() is a Status. What it holds is given up here: a stream keeps its last work, and what that
  // held would end in the stream's hands.
  template <class Run>
  Status now(library::Cost cost, Run run) {
    if (of_host_) return guarded(run);
    struct Held {
      std::optional<Run> run;
      Status result = CUSOLVER_STATUS_SUCCESS;
    };
    const auto held = std::make_shared<Held>();
    held->run.emplace(std::move(run));
    if (const Status status = may_wait()) return status;
    if (const Status status = once(cost, [held] { held->result = guarded(*held->run); }))
      return status;
    if (const Status status = wait()) return status;
    held->run.reset();
    return held->result;
  }
  // run(begin, end) for ranges of [0, n) on as many threads as are worth it, of the device.
  template <class Run>
  Status ranges_now(i64 n, library::Cost cost, Run run) {
    const auto failed = std::make_shared<std::atomic<bool>>(false);
    if (const Status status = may_wait()) return status;
    const Status given = ranges(n, cost, 1, [run, failed](i64 begin, i64 end) {
      const auto one = [&] {
        run(begin, end);
        return CUSOLVER_STATUS_SUCCESS;
      };
      if (guarded(one)) failed->store(true);
    });
    if (given) return given;
    if (const Status status = wait()) return status;
    return failed->load() ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
  }

 private:
  template <class Run>
  static Status guarded(const Run& run) {
    try {
      return run();
    } catch (const std::bad_alloc&) {
      return CUSOLVER_STATUS_ALLOC_FAILED;
    }
  }

  const bool of_host_;
};

// A CSR matrix as functions take it. A status other than success: it is none.
Status take_matrix(int rows, int columns, int numbers, cusparseMatDescr_t descr, const int* offsets,
                   const int* indices, sparse::Csr* out);

template <class Body>
Status in_sparse_call(cusolverSpHandle_t handle, const char* name, bool of_host, Body body) {
  const auto known = find_object<SparseHandle>(handle);
  if (!known) return CUSOLVER_STATUS_NOT_INITIALIZED;
  SparseCall call(*known, name, of_host);
  return body(call);
}

// What a factorisation of such a matrix may take, before its pattern is known.
inline library::Cost factor_cost(i64 n, i64 numbers) {
  const double width = n ? static_cast<double>(numbers) / static_cast<double>(n) : 0;
  return {.operations = 100 * width * static_cast<double>(numbers), .bytes = 16.0 * numbers};
}

}  // namespace heddle::cusolver
