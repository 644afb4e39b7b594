// SPDX-License-Identifier: Apache-2.0
// Callbacks: every number is read and written once, at its offset, in every layout; what they are
// given; that the transform between is the one without callbacks; what is refused.
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdlib>

#include "cufft_test.h"

constexpr int kMost = 1 << 14;
// Of the program's module: the library's kernels have none of them.
__device__ int loads[kMost], stores[kMost];
__constant__ float bias = 0.25f;

struct Info {
  float scale;
  const float* filter;
};

__device__ void note(int* counts, size_t offset) {
  if (offset < kMost) atomicAdd(&counts[offset], 1);
}
// Depends on the place, so that a number from a wrong one is found.
__device__ double factor(const Info* info, size_t offset) {
  return info->scale + info->filter[offset % 7] + bias;
}

template <class Real>
__device__ Real load_real(void* in, size_t offset, void* info, void*) {
  note(loads, offset);
  return static_cast<Real*>(in)[offset] * factor(static_cast<Info*>(info), offset);
}
template <class Complex>
__device__ Complex load_complex(void* in, size_t offset, void* info, void*) {
  note(loads, offset);
  const auto f = factor(static_cast<Info*>(info), offset);
  Complex x = static_cast<Complex*>(in)[offset];
  x.x *= f;
  x.y *= f;
  return x;
}
template <class Real>
__device__ void store_real(void* out, size_t offset, Real x, void* info, void*) {
  note(stores, offset);
  static_cast<Real*>(out)[offset] = x * factor(static_cast<Info*>(info), offset);
}
// By way of the shared memory that the plan has for it.
template <class Complex>
__device__ void store_complex(void* out, size_t offset, Complex x, void* info, void* shared) {
  note(stores, offset);
  auto* const own = static_cast<Complex*>(shared) + threadIdx.x;
  *own = x;
  const auto f = factor(static_cast<Info*>(info), offset);
  static_cast<Complex*>(out)[offset] =
      Complex{own->x * decltype(own->x)(f), own->y * decltype(own->y)(f)};
}

__device__ cufftCallbackLoadC load_c = load_complex<cufftComplex>;
__device__ cufftCallbackLoadZ load_z = load_complex<cufftDoubleComplex>;
__device__ cufftCallbackLoadR load_r = load_real<cufftReal>;
__device__ cufftCallbackLoadD load_d = load_real<cufftDoubleReal>;
__device__ cufftCallbackStoreC store_c = store_complex<cufftComplex>;
__device__ cufftCallbackStoreZ store_z = store_complex<cufftDoubleComplex>;
__device__ cufftCallbackStoreR store_r = store_real<cufftReal>;
__device__ cufftCallbackStoreD store_d = store_real<cufftDoubleReal>;

template <class F>
void* pointer(const F& symbol) {
  F out;
  CUDA(cudaMemcpyFromSymbol(&out, symbol, sizeof out));
  return reinterpret_cast<void*>(out);
}

struct Kind {
  cufftType type;
  cufftXtCallbackType load, store;
  void *load_pointer, *store_pointer;
  bool in_complex, out_complex;
  int direction;
};

constexpr float kFilter[7] = {1, -2, 3, 0.5f, -1.5f, 2.5f, 4};
Info* device_info() {
  static Info* const made = [] {
    float* filter;
    CUDA(cudaMalloc(reinterpret_cast<void**>(&filter), sizeof kFilter));
    CUDA(cudaMemcpy(filter, kFilter, sizeof kFilter, cudaMemcpyDefault));
    const Info info{3, filter};
    Info* at;
    CUDA(cudaMalloc(reinterpret_cast<void**>(&at), sizeof info));
    CUDA(cudaMemcpy(at, &info, sizeof info, cudaMemcpyDefault));
    return at;
  }();
  return made;
}
double wanted_factor(std::size_t offset) {
  return 3 + kFilter[offset % 7] + 0.25;
}

struct Array {
  std::vector<std::size_t> offsets;  // of all numbers, in the order of the transform
  std::size_t span = 0;
};
// [batch][n...] with the strides of cufftPlanMany.
Array array_of(int rank, const int* n, const int* embed, int stride, int dist, int batch) {
  Array out;
  std::size_t count = 1;
  for (int i = 0; i < rank; ++i) count *= n[i];
  for (int b = 0; b < batch; ++b)
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t rest = k, at = 0, step = 1;
      for (int i = rank - 1; i >= 0; --i) {
        at += rest % n[i] * step;
        rest /= n[i];
        step *= embed[i];
      }
      out.offsets.push_back(b * dist + at * stride);
    }
  out.span = *std::max_element(out.offsets.begin(), out.offsets.end()) + 1;
  return out;
}

void compare_counts(const int (&symbol)[kMost], const Array& array, bool wanted) {
  std::vector<int> got(kMost), want(kMost);
  CUDA(cudaMemcpyFromSymbol(got.data(), symbol, kMost * sizeof(int)));
  for (const std::size_t offset : array.offsets) want[offset] = wanted;
  CHECK(got == want);
  std::vector<int> none(kMost);
  CUDA(cudaMemcpyToSymbol(symbol, none.data(), kMost * sizeof(int)));
}

// A transform of the plan with callbacks, beside the numbers scaled by hand around one without.
template <class Real>
void compare_with_plain(const Kind& kind, cufftHandle plan, cufftHandle plain, const Array& in,
                        const Array& out, bool in_place, bool with_load, bool with_store) {
  const std::size_t in_parts = kind.in_complex ? 2 : 1, out_parts = kind.out_complex ? 2 : 1;
  const std::size_t size = std::max(in.span * in_parts, out.span * out_parts) + 3;
  Buffer<Real> a(size), b(size), scaled(size), transformed(size);
  for (Real& x : a.host) x = number<Real>();
  a.up();
  b.up();
  scaled.host = a.host;
  for (const std::size_t offset : in.offsets)
    for (std::size_t k = 0; with_load && k < in_parts; ++k)
      scaled.host[offset * in_parts + k] *= static_cast<Real>(wanted_factor(offset));
  scaled.up();
  void* const to = in_place ? a.device : b.device;
  void* const plain_to = in_place ? scaled.device : transformed.device;
  transformed.up();
  OK(cufftXtExec(plan, a.device, to, kind.direction));
  OK(cufftXtExec(plain, scaled.device, plain_to, kind.direction));
  CUDA(cudaDeviceSynchronize());
  std::vector<Real> got = in_place ? a.down() : b.down();
  std::vector<Real> want = in_place ? scaled.down() : transformed.down();
  std::vector<bool> written(size);
  for (const std::size_t offset : out.offsets)
    for (std::size_t k = 0; k < out_parts; ++k) written[offset * out_parts + k] = true;
  for (const std::size_t offset : out.offsets)
    for (std::size_t k = 0; k < out_parts; ++k) {
      const std::size_t at = offset * out_parts + k;
      const double wish = want[at] * (with_store ? wanted_factor(offset) : 1);
      CHECK(std::abs(got[at] - wish) < 1e-4 * (1 + std::abs(wish)) * std::sqrt(in.offsets.size()));
    }
  // Gaps stay as they are; the padding of rows that were complex ones has what was left there.
  const std::vector<Real>& before = in_place ? a.host : b.host;
  for (std::size_t i = 0; i < size; ++i)
    if (!written[i] && !(in_place && !kind.out_complex)) CHECK(got[i] == before[i]);
  compare_counts(loads, in, with_load);
  compare_counts(stores, out, with_store);
}

template <class Real>
void every_layout(const Kind& kind) {
  struct Case {
    int rank, n[3], batch, stride;
  };
  for (const Case& c : {Case{1, {1}, 1, 1}, Case{1, {60}, 1, 1}, Case{1, {31}, 9, 1},
                        Case{1, {1024}, 3, 2}, Case{2, {12, 10}, 1, 1}, Case{2, {5, 18}, 4, 3},
                        Case{3, {4, 6, 10}, 1, 1}, Case{3, {3, 5, 8}, 2, 2}}) {
    int in_n[3], out_n[3], in_embed[3], out_embed[3], n[3], in_dist = c.stride, out_dist = c.stride;
    const bool strided = c.stride > 1;
    for (int i = 0; i < c.rank; ++i) {
      n[i] = in_n[i] = out_n[i] = c.n[i];
      const int half = c.n[i] / 2 + 1;
      if (i == c.rank - 1 && !kind.in_complex) out_n[i] = half;
      if (i == c.rank - 1 && !kind.out_complex) in_n[i] = half;
      in_embed[i] = in_n[i] + (strided ? 1 : 0);
      out_embed[i] = out_n[i] + (strided ? 2 : 0);
      in_dist *= in_embed[i];
      out_dist *= out_embed[i];
    }
    for (const bool in_place : {false, true}) {
      // In place with the same layout on both sides, rows of real numbers padded.
      if (in_place && (strided || kind.in_complex != kind.out_complex)) {
        if (strided) continue;
        int* const padded = kind.in_complex ? out_embed : in_embed;
        int& dist = kind.in_complex ? out_dist : in_dist;
        dist = dist / padded[c.rank - 1] * (2 * (n[c.rank - 1] / 2 + 1));
        padded[c.rank - 1] = 2 * (n[c.rank - 1] / 2 + 1);
      }
      const Array in = array_of(c.rank, in_n, in_embed, c.stride, in_dist, c.batch);
      const Array out = array_of(c.rank, out_n, out_embed, c.stride, out_dist, c.batch);
      cufftHandle plan, plain;
      for (cufftHandle* made : {&plan, &plain})
        OK(cufftPlanMany(made, c.rank, n, strided ? in_embed : nullptr, c.stride, in_dist,
                         strided ? out_embed : nullptr, c.stride, out_dist, kind.type, c.batch));
      void* info = device_info();
      void *load = kind.load_pointer, *store = kind.store_pointer;
      OK(cufftXtSetCallback(plan, &load, kind.load, &info));
      compare_with_plain<Real>(kind, plan, plain, in, out, in_place, true, false);
      OK(cufftXtSetCallback(plan, &store, kind.store, &info));
      OK(cufftXtSetCallbackSharedSize(plan, kind.store, 16 << 10));
      compare_with_plain<Real>(kind, plan, plain, in, out, in_place, true, true);
      OK(cufftXtClearCallback(plan, kind.load));
      compare_with_plain<Real>(kind, plan, plain, in, out, in_place, false, true);
      OK(cufftXtClearCallback(plan, kind.store));
      compare_with_plain<Real>(kind, plan, plain, in, out, in_place, false, false);
      OK(cufftDestroy(plan));
      OK(cufftDestroy(plain));
    }
  }
}

// In a graph, with what is there when it runs; the plan is gone by then.
void captured(const Kind& kind) {
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  cufftHandle plan;
  OK(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  OK(cufftSetStream(plan, stream));
  void *load = kind.load_pointer, *info = device_info();
  OK(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, &info));
  Buffer<float> data(128);
  auto* const at = reinterpret_cast<cufftComplex*>(data.device);
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cufftExecC2C(plan, at, at, CUFFT_FORWARD));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  OK(cufftDestroy(plan));
  for (int round = 1; round < 4; ++round) {
    data.host.assign(128, 0);
    data.host[6] = static_cast<float>(round);  // number 3, of which the factor is 3.75
    data.up();
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    const std::vector<float> got = data.down();
    for (int k = 0; k < 64; ++k) {
      const double angle = -2 * 3.14159265358979 * 3 * k / 64;
      CHECK(std::abs(got[2 * k] - 3.75 * round * std::cos(angle)) < 1e-4);
      CHECK(std::abs(got[2 * k + 1] - 3.75 * round * std::sin(angle)) < 1e-4);
    }
  }
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaStreamDestroy(stream));
}

// Each GPU's share of a batch by the function and the information of that GPU; offsets begin anew.
void on_two_gpus(const Kind& kind) {
  const int n = 24, batch = 5, which[2] = {1, 0};
  cufftHandle plan;
  std::size_t sizes[2];
  OK(cufftCreate(&plan));
  OK(cufftXtSetGPUs(plan, 2, const_cast<int*>(which)));
  OK(cufftMakePlan1d(plan, n, CUFFT_C2C, batch, sizes));
  cudaLibXtDesc* array;
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  void* loads_of[2] = {kind.load_pointer, kind.load_pointer};
  void* infos[2];
  const float zeros[7] = {};
  for (int gpu = 0; gpu < 2; ++gpu) {
    CUDA(cudaSetDevice(which[gpu]));
    float* filter;
    CUDA(cudaMalloc(reinterpret_cast<void**>(&filter), sizeof zeros));
    CUDA(cudaMemcpy(filter, zeros, sizeof zeros, cudaMemcpyDefault));
    const Info info{static_cast<float>(2 + gpu), filter};
    CUDA(cudaMalloc(&infos[gpu], sizeof info));
    CUDA(cudaMemcpy(infos[gpu], &info, sizeof info, cudaMemcpyDefault));
    const std::vector<int> none(kMost);
    CUDA(cudaMemcpyToSymbol(loads, none.data(), kMost * sizeof(int)));
    const float here = static_cast<float>(10 * gpu);
    CUDA(cudaMemcpyToSymbol(bias, &here, sizeof here));  // a variable of each GPU
  }
  OK(cufftXtSetCallback(plan, loads_of, CUFFT_CB_LD_COMPLEX, infos));
  std::vector<float> host(2 * n * batch), got(2 * n * batch);
  for (int b = 0; b < batch; ++b) host[2 * n * b] = static_cast<float>(b + 1);  // impulses
  OK(cufftXtMemcpy(plan, array, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  OK(cufftXtExecDescriptorC2C(plan, array, array, CUFFT_FORWARD));
  OK(cufftXtMemcpy(plan, got.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  for (int b = 0; b < batch; ++b)
    for (int k = 0; k < n; ++k)
      CHECK(std::abs(got[2 * (n * b + k)] - (b + 1) * (b < 3 ? 2.f : 13.f)) < 1e-4f);
  for (int gpu = 0; gpu < 2; ++gpu) {
    CUDA(cudaSetDevice(which[gpu]));
    std::vector<int> counts(kMost);
    CUDA(cudaMemcpyFromSymbol(counts.data(), loads, kMost * sizeof(int)));
    for (int i = 0; i < kMost; ++i) CHECK(counts[i] == (i < n * (gpu == 0 ? 3 : 2)));
  }
  CUDA(cudaSetDevice(0));
  OK(cufftXtFree(array));
  OK(cufftDestroy(plan));
}

void bad_arguments(const Kind& kind) {
  cufftHandle plan;
  void *load = kind.load_pointer, *none = nullptr;
  OK(cufftCreate(&plan));
  EXPECT_STATUS(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, nullptr), CUFFT_INVALID_PLAN);
  OK(cufftDestroy(plan));
  EXPECT_STATUS(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, nullptr), CUFFT_INVALID_PLAN);
  OK(cufftPlan1d(&plan, 64, CUFFT_R2C, 1));
  for (const auto type : {CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_REAL,
                          CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_UNDEFINED})
    EXPECT_STATUS(cufftXtSetCallback(plan, &load, type, nullptr), CUFFT_INVALID_TYPE);
  EXPECT_STATUS(cufftXtSetCallback(plan, nullptr, CUFFT_CB_LD_REAL, nullptr), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtSetCallback(plan, &none, CUFFT_CB_LD_REAL, nullptr), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_REAL, 16), CUFFT_INVALID_PLAN);
  OK(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_REAL, nullptr));
  EXPECT_STATUS(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_REAL, (16 << 10) + 1),
                CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtClearCallback(plan, CUFFT_CB_ST_REAL), CUFFT_INVALID_TYPE);
  OK(cufftXtClearCallback(plan, CUFFT_CB_LD_REAL));
  OK(cufftDestroy(plan));
}

int main(int, char** arguments) {
#ifndef ON_A_GPU
  if (!std::getenv("HEDDLE_GPU")) {
    setenv("HEDDLE_GPU", "h200,h200", 1);
    execv("/proc/self/exe", arguments);
    return 1;
  }
#endif
  const Kind c2c{
      CUFFT_C2C, CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_COMPLEX, pointer(load_c), pointer(store_c), true,
      true,      CUFFT_FORWARD};
  const Kind r2c{
      CUFFT_R2C, CUFFT_CB_LD_REAL, CUFFT_CB_ST_COMPLEX, pointer(load_r), pointer(store_c), false,
      true,      CUFFT_FORWARD};
  const Kind c2r{CUFFT_C2R,       CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_REAL,
                 pointer(load_c), pointer(store_r),    true,
                 false,           CUFFT_INVERSE};
  const Kind z2z{CUFFT_Z2Z,
                 CUFFT_CB_LD_COMPLEX_DOUBLE,
                 CUFFT_CB_ST_COMPLEX_DOUBLE,
                 pointer(load_z),
                 pointer(store_z),
                 true,
                 true,
                 CUFFT_INVERSE};
  const Kind d2z{CUFFT_D2Z,
                 CUFFT_CB_LD_REAL_DOUBLE,
                 CUFFT_CB_ST_COMPLEX_DOUBLE,
                 pointer(load_d),
                 pointer(store_z),
                 false,
                 true,
                 CUFFT_FORWARD};
  const Kind z2d{CUFFT_Z2D,
                 CUFFT_CB_LD_COMPLEX_DOUBLE,
                 CUFFT_CB_ST_REAL_DOUBLE,
                 pointer(load_z),
                 pointer(store_d),
                 true,
                 false,
                 CUFFT_INVERSE};
  for (const Kind& kind : {c2c, r2c, c2r}) every_layout<float>(kind);
  for (const Kind& kind : {z2z, d2z, z2d}) every_layout<double>(kind);
  captured(c2c);
  bad_arguments(c2c);
#ifndef ON_A_GPU
  on_two_gpus(c2c);
#endif
  std::puts("callbacks as documented");
  return 0;
}
