// SPDX-License-Identifier: Apache-2.0
#include "cufft/callbacks.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "cuda_runtime_api.h"
#include "cufft/callbacks/walk.h"
#include "support/message.h"

namespace heddle::cufft {
namespace {

constexpr unsigned kThreads = 256;

// The module, beside the library. Null: a sentence has said why.
cudaLibrary_t module() {
  static const cudaLibrary_t loaded = []() -> cudaLibrary_t {
    Dl_info self;
    if (dladdr(reinterpret_cast<const void*>(&module), &self) == 0) return nullptr;
    std::error_code error;
    const auto library = std::filesystem::canonical(self.dli_fname, error);
    const std::string file = (library.parent_path() / "heddle/cufft_callbacks.fatbin").string();
    cudaLibrary_t made = nullptr;
    const cudaError_t failed =
        cudaLibraryLoadFromFile(&made, file.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (failed == cudaSuccess) return made;
    support::message(fmt::format("cuFFT cannot load {}: {}", file, cudaGetErrorString(failed)));
    return nullptr;
  }();
  return loaded;
}

// Null: it is not there.
cudaKernel_t kernel_of(const char* kind, bool complex, bool is_double) {
  const char letter = complex ? (is_double ? 'Z' : 'C') : (is_double ? 'D' : 'R');
  static std::mutex mutex;
  static auto* const known = new std::map<std::string, cudaKernel_t>;
  const std::string name = fmt::format("heddle_cufft_{}_{}", kind, letter);
  const std::lock_guard lock(mutex);
  cudaKernel_t& kernel = (*known)[name];
  if (!kernel && module() && cudaLibraryGetKernel(&kernel, module(), name.c_str()) != cudaSuccess)
    kernel = nullptr;
  return kernel;
}

Walk walk_of(const Layout& layout) {
  Walk walk{1, {1, 1, 1, 1}, {}};
  for (unsigned i = 0; i < layout.dims; ++i) {
    const unsigned axis = 4 - layout.dims + i;
    walk.shape[axis] = layout.shape[i];
    walk.stride[axis] = layout.stride[i];
    walk.count *= layout.shape[i];
  }
  return walk;
}

// Memory of the stream's order, packed.
class Between {
 public:
  Between(const Layout& layout, std::uint64_t element, cudaStream_t stream) : stream_(stream) {
    if (cudaMallocAsync(&at_, walk_of(layout).count * element, stream) != cudaSuccess)
      at_ = nullptr;
  }
  ~Between() {
    if (at_) cudaFreeAsync(at_, stream_);
  }
  Between(const Between&) = delete;
  Between& operator=(const Between&) = delete;
  void* at() const { return at_; }

 private:
  const cudaStream_t stream_;
  void* at_ = nullptr;
};

cufftResult launch(cudaKernel_t kernel, const Callback& callback, int gpu, const Layout& layout,
                   const void* from, void* to, cudaStream_t stream) {
  if (!kernel) return CUFFT_INTERNAL_ERROR;
  Walk walk = walk_of(layout);
  void *function = callback.functions[gpu], *info = callback.infos[gpu];
  void* arguments[] = {&walk, &from, &to, &function, &info};
  const std::uint64_t blocks = (walk.count + kThreads - 1) / kThreads;
  if (blocks > 0x7fffffff) return CUFFT_INVALID_SIZE;
  const cudaError_t error =
      cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
                       dim3(kThreads), arguments, callback.shared_bytes, stream);
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace

cufftResult with_callbacks(const Plan& plan, int gpu, const Work& work) {
  const bool loads = !plan.load.functions.empty(), stores = !plan.store.functions.empty();
  if (!loads && !stores) return execute(work);
  const Kind kind = work.transform.kind;
  const bool is_double = work.transform.number == Number::kDouble;
  const bool in_complex = kind != Kind::kToComplex, out_complex = kind != Kind::kToReal;
  const auto between = [&](bool wanted, const Layout& layout, bool complex) {
    return wanted ? std::make_unique<Between>(layout, element(complex, work.transform.number),
                                              work.stream)
                  : nullptr;
  };
  const auto in = between(loads, work.layouts.in, in_complex);
  const auto out = between(stores, work.layouts.out, out_complex);
  if ((in && !in->at()) || (out && !out->at())) return CUFFT_ALLOC_FAILED;
  Work inner = work;
  if (in) {
    inner.in = in->at();
    inner.layouts.in = packed(work.layouts.in);
    const cufftResult status = launch(kernel_of("load", in_complex, is_double), plan.load, gpu,
                                      work.layouts.in, work.in, in->at(), work.stream);
    if (status) return status;
  }
  if (out) {
    inner.out = out->at();
    inner.layouts.out = packed(work.layouts.out);
  }
  if (const cufftResult status = execute(inner); status || !out) return status;
  return launch(kernel_of("store", out_complex, is_double), plan.store, gpu, work.layouts.out,
                out->at(), work.out, work.stream);
}

}  // namespace heddle::cufft
