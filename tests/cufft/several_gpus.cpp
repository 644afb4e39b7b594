// SPDX-License-Identifier: Apache-2.0
// Transforms of arrays that lie on several GPUs beside those on one: where numbers lie before and
// after, copies in every direction, orders, batches, the default streams of all GPUs, what is
// refused.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "cufft_test.h"

int pieces(int length, int gpus, int gpu) {
  return length / gpus + (gpu < length % gpus ? 1 : 0);
}
int begin_of(int length, int gpus, int gpu) {
  int begin = 0;
  for (int i = 0; i < gpu; ++i) begin += pieces(length, gpus, i);
  return begin;
}

template <class Real>
constexpr cufftType kComplex = sizeof(Real) == 4 ? CUFFT_C2C : CUFFT_Z2Z;
template <class Real>
constexpr cufftType kForward = sizeof(Real) == 4 ? CUFFT_R2C : CUFFT_D2Z;
template <class Real>
constexpr cufftType kInverse = sizeof(Real) == 4 ? CUFFT_C2R : CUFFT_Z2D;

struct Shape {
  int rank, n[3], batch;
  long points() const { return long(n[0]) * (rank > 1 ? n[1] : 1) * (rank > 2 ? n[2] : 1); }
};

cufftHandle plan_of(const Shape& s, cufftType type, int gpus) {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  int which[4] = {0, 1, 2, 3};
  if (gpus > 1) OK(cufftXtSetGPUs(plan, gpus, which));
  std::size_t sizes[5] = {77, 77, 77, 77, 77};
  int n[3] = {s.n[0], s.n[1], s.n[2]};
  OK(cufftMakePlanMany(plan, s.rank, n, nullptr, 1, 0, nullptr, 1, 0, type, s.batch, sizes));
  for (int i = 0; i < 5; ++i) CHECK((sizes[i] == 77) == (i >= gpus));
  return plan;
}

template <class Real>
std::vector<Real> part(const cudaLibXtDesc* array, int gpu, std::size_t count) {
  std::vector<Real> out(count);
  CHECK(array->descriptor->size[gpu] >= count * sizeof(Real));
  CUDA(cudaSetDevice(array->descriptor->GPUs[gpu]));
  CUDA(cudaMemcpy(out.data(), array->descriptor->data[gpu], count * sizeof(Real),
                  cudaMemcpyDeviceToHost));
  CUDA(cudaSetDevice(0));
  return out;
}

// In place on one GPU, so that what is compared is the same numbers.
template <class Real>
std::vector<Real> on_one(const Shape& s, cufftType type, const std::vector<Real>& in,
                         int direction) {
  const cufftHandle plan = plan_of(s, type, 1);
  Buffer<Real> data(in.size());
  data.host = in;
  data.up();
  OK(cufftXtExec(plan, data.device, data.device, direction));
  OK(cufftDestroy(plan));
  return data.down();
}

template <class Real>
void close(const std::vector<Real>& got, const std::vector<Real>& wanted, double points) {
  compare("on several GPUs", got, std::vector<long double>(wanted.begin(), wanted.end()), points);
}

// Where number (x, y, z) lies in the order that a transform leaves.
void place_2d(const Shape& s, int inner, int gpus, long index, int& gpu, long& at) {
  const int width = s.n[1];
  const long x = index / (long(width) * inner), y = index / inner % width, z = index % inner;
  gpu = 0;
  while (y >= begin_of(width, gpus, gpu) + pieces(width, gpus, gpu)) ++gpu;
  at = (x * pieces(width, gpus, gpu) + y - begin_of(width, gpus, gpu)) * inner + z;
}
// As the documentation of cufftXtQueryPlan shows it, for any number of GPUs.
void place_1d(const cufftXt1dFactors& f, int gpus, long index, int& gpu, long& at) {
  const long string = index >> f.substringShift & (f.stringCount - 1);
  const long piece = index >> f.factor1Shift & f.factor2Mask;
  gpu = static_cast<int>(string / (f.stringCount / gpus));
  at = ((string % (f.stringCount / gpus)) << f.stringShift) + (piece << f.substringShift) +
       (index & f.substringMask);
}

template <class Real>
void one_transform(const Shape& s, int gpus) {
  const cufftHandle plan = plan_of(s, kComplex<Real>, gpus);
  const long points = s.points();
  const int inner = s.rank > 2 ? s.n[2] : 1;
  std::vector<Real> host(2 * points), back(2 * points);
  for (Real& x : host) x = number<Real>();
  const std::vector<Real> wanted = on_one(s, kComplex<Real>, host, CUFFT_FORWARD);
  cudaLibXtDesc *array, *natural;
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  OK(cufftXtMalloc(plan, &natural, CUFFT_XT_FORMAT_INPLACE));
  CHECK(array->descriptor->nGPUs == gpus && array->library == LIB_FORMAT_CUFFT);
  OK(cufftXtMemcpy(plan, array, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  // A part of the first dimension each.
  const long row = points / s.n[0] * 2;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const std::vector<Real> there = part<Real>(array, gpu, pieces(s.n[0], gpus, gpu) * row);
    CHECK(std::equal(there.begin(), there.end(), host.begin() + begin_of(s.n[0], gpus, gpu) * row));
    // Room for either order, and no more.
    const long shuffled = s.rank > 1 ? 2l * s.n[0] * pieces(s.n[1], gpus, gpu) * inner : 0;
    CHECK(array->descriptor->size[gpu] ==
          sizeof(Real) * std::max<long>(pieces(s.n[0], gpus, gpu) * row, shuffled));
  }
  OK(cufftXtExecDescriptorC2C(plan, array, array, CUFFT_FORWARD));
  CHECK(array->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  OK(cufftXtMemcpy(plan, back.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  close(back, wanted, points);
  // The order on the GPUs.
  cufftXt1dFactors factors{};
  if (s.rank == 1) OK(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS));
  std::vector<std::vector<Real>> parts(gpus);
  for (int gpu = 0; gpu < gpus; ++gpu)
    parts[gpu] = part<Real>(array, gpu, array->descriptor->size[gpu] / sizeof(Real));
  for (long i = 0; i < points; ++i) {
    int gpu;
    long at;
    if (s.rank == 1)
      place_1d(factors, gpus, i, gpu, at);
    else
      place_2d(s, inner, gpus, i, gpu, at);
    CHECK(parts[gpu][2 * at] == back[2 * i] && parts[gpu][2 * at + 1] == back[2 * i + 1]);
  }
  // To the natural order on the GPUs, and the way back from both.
  OK(cufftXtMemcpy(plan, natural, array, CUFFT_COPY_DEVICE_TO_DEVICE));
  CHECK(natural->subFormat == CUFFT_XT_FORMAT_INPLACE);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const std::vector<Real> there = part<Real>(natural, gpu, pieces(s.n[0], gpus, gpu) * row);
    CHECK(std::equal(there.begin(), there.end(), back.begin() + begin_of(s.n[0], gpus, gpu) * row));
  }
  std::vector<Real> again(2 * points), scaled = host;
  for (Real& x : scaled) x *= static_cast<Real>(points);
  for (cudaLibXtDesc* from : {array, natural}) {
    OK(cufftXtExecDescriptor(plan, from, from, CUFFT_INVERSE));
    OK(cufftXtMemcpy(plan, again.data(), from, CUFFT_COPY_DEVICE_TO_HOST));
    close(again, scaled, points);
  }
  CHECK(array->subFormat == CUFFT_XT_FORMAT_INPLACE);
  CHECK(natural->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  // What is copied to the GPUs is in the natural order again, or is shuffled for one dimension.
  OK(cufftXtMemcpy(plan, natural, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  CHECK(natural->subFormat == CUFFT_XT_FORMAT_INPLACE);
  if (s.rank == 1) {
    cudaLibXtDesc* shuffled;
    OK(cufftXtMalloc(plan, &shuffled, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED));
    OK(cufftXtMemcpy(plan, shuffled, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
    OK(cufftXtExecDescriptorC2C(plan, shuffled, shuffled, CUFFT_FORWARD));
    OK(cufftXtMemcpy(plan, again.data(), shuffled, CUFFT_COPY_DEVICE_TO_HOST));
    CHECK(again == back);
    OK(cufftXtFree(shuffled));
  }
  OK(cufftXtFree(array));
  OK(cufftXtFree(natural));
  OK(cufftDestroy(plan));
}

// Real numbers of three dimensions: rows padded, as in place on one GPU.
template <class Real>
void real_transform(const Shape& s, int gpus) {
  const long row = 2 * (s.n[2] / 2 + 1), size = long(s.n[0]) * s.n[1] * row;
  std::vector<Real> host(size), back(size);
  for (Real& x : host) x = number<Real>();
  const std::vector<Real> wanted = on_one(s, kForward<Real>, host, CUFFT_FORWARD);
  const cufftHandle plan = plan_of(s, kForward<Real>, gpus);
  const cufftHandle inverse = plan_of(s, kInverse<Real>, gpus);
  cudaLibXtDesc* array;
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  OK(cufftXtMemcpy(plan, array, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  OK(cufftXtExecDescriptorR2C(plan, array, array));
  OK(cufftXtMemcpy(plan, back.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  close(back, wanted, s.points());
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const int width = pieces(s.n[1], gpus, gpu);
    const std::vector<Real> there = part<Real>(array, gpu, s.n[0] * width * row);
    for (int x = 0; x < s.n[0]; ++x)
      CHECK(std::equal(there.begin() + x * width * row, there.begin() + (x + 1) * width * row,
                       back.begin() + (x * s.n[1] + begin_of(s.n[1], gpus, gpu)) * row));
  }
  OK(cufftXtExecDescriptorC2R(inverse, array, array));
  OK(cufftXtMemcpy(inverse, back.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  for (long i = 0; i < size; ++i)
    if (i % row < s.n[2])
      CHECK(std::abs(back[i] / s.points() - host[i]) < (sizeof(Real) == 4 ? 1e-5 : 1e-12));
  OK(cufftXtFree(array));
  OK(cufftDestroy(plan));
  OK(cufftDestroy(inverse));
}

// Whole transforms on each GPU; out of place from one array to another.
template <class Real>
void batch(const Shape& s, int gpus) {
  const int last = s.n[s.rank - 1];
  const long rows = s.points() / last, in_size = s.points(), out_size = rows * (last / 2 + 1) * 2;
  std::vector<Real> host(in_size * s.batch), got(out_size * s.batch);
  for (Real& x : host) x = number<Real>();
  Buffer<Real> in(host.size()), out(got.size());
  in.host = host;
  in.up();
  const cufftHandle one = plan_of(s, kForward<Real>, 1);
  OK(cufftXtExec(one, in.device, out.device, CUFFT_FORWARD));
  const std::vector<Real> wanted = out.down();
  OK(cufftDestroy(one));
  const cufftHandle plan = plan_of(s, kForward<Real>, gpus);
  cudaLibXtDesc *from, *to;
  OK(cufftXtMalloc(plan, &from, CUFFT_XT_FORMAT_INPUT));
  OK(cufftXtMalloc(plan, &to, CUFFT_XT_FORMAT_OUTPUT));
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const std::size_t count = pieces(s.batch, gpus, gpu) * sizeof(Real);
    CHECK(from->descriptor->size[gpu] == count * in_size);
    CHECK(to->descriptor->size[gpu] == count * out_size);
  }
  OK(cufftXtMemcpy(plan, from, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
  OK(cufftXtExecDescriptor(plan, from, to, CUFFT_FORWARD));
  OK(cufftXtMemcpy(plan, got.data(), to, CUFFT_COPY_DEVICE_TO_HOST));
  close(got, wanted, s.points());
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const std::vector<Real> there = part<Real>(to, gpu, pieces(s.batch, gpus, gpu) * out_size);
    CHECK(std::equal(there.begin(), there.end(),
                     got.begin() + begin_of(s.batch, gpus, gpu) * out_size));
  }
  OK(cufftXtFree(from));
  OK(cufftXtFree(to));
  OK(cufftDestroy(plan));
}

// Without a wait of the host: what the default streams had before is done before, what they get
// comes behind it; so does work of the plan's stream.
void in_turn(bool own_stream) {
  const int n = 1 << 14;
  const cufftHandle plan = plan_of({1, {n, 1, 1}, 1}, CUFFT_C2C, 2);
  cudaStream_t stream = nullptr;
  if (own_stream) {
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cufftSetStream(plan, stream));
  }
  cudaLibXtDesc* array;
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  std::vector<float> ones(n, 0);
  for (int i = 0; i < n; i += 2) ones[i] = 1;
  float* results = nullptr;
  CUDA(cudaMallocHost(reinterpret_cast<void**>(&results), 2 * n * sizeof(float)));
  for (int gpu = 0; gpu < 2; ++gpu) {
    CUDA(cudaSetDevice(gpu));
    CUDA(cudaLaunchHostFunc(nullptr, [](void*) { usleep(20000); }, nullptr));
    CUDA(cudaMemcpyAsync(array->descriptor->data[gpu], ones.data(), n * sizeof(float),
                         cudaMemcpyHostToDevice, nullptr));
  }
  CUDA(cudaSetDevice(1));
  OK(cufftXtExecDescriptorC2C(plan, array, array, CUFFT_FORWARD));
  int current = 0;
  CUDA(cudaGetDevice(&current));
  CHECK(current == 1);
  for (int gpu = 0; gpu < 2; ++gpu) {
    CUDA(cudaSetDevice(gpu));
    CUDA(cudaMemcpyAsync(results + gpu * n, array->descriptor->data[gpu], n * sizeof(float),
                         cudaMemcpyDeviceToHost, own_stream && gpu == 0 ? stream : nullptr));
  }
  for (int gpu = 0; gpu < 2; ++gpu) {
    CUDA(cudaSetDevice(gpu));
    CUDA(cudaDeviceSynchronize());
  }
  CUDA(cudaSetDevice(0));
  for (int i = 0; i < 2 * n; ++i) CHECK(std::abs(results[i] - (i == 0 ? n : 0)) < 0.1f);
  CUDA(cudaFreeHost(results));
  OK(cufftXtFree(array));
  OK(cufftDestroy(plan));
  if (stream) CUDA(cudaStreamDestroy(stream));
}

cufftResult make(int gpus, const Shape& s, cufftType type) {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  int which[4] = {0, 1, 2, 3}, n[3] = {s.n[0], s.n[1], s.n[2]};
  std::size_t sizes[4];
  OK(cufftXtSetGPUs(plan, gpus, which));
  const cufftResult status =
      cufftMakePlanMany(plan, s.rank, n, nullptr, 1, 0, nullptr, 1, 0, type, s.batch, sizes);
  OK(cufftDestroy(plan));
  return status;
}

void refused() {
  EXPECT_STATUS(make(2, {1, {60, 1, 1}, 1}, CUFFT_C2C), CUFFT_INVALID_SIZE);
  EXPECT_STATUS(make(2, {1, {32, 1, 1}, 1}, CUFFT_C2C), CUFFT_INVALID_SIZE);
  EXPECT_STATUS(make(3, {1, {4096, 1, 1}, 1}, CUFFT_C2C), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(make(2, {1, {64, 1, 1}, 1}, CUFFT_R2C), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(make(2, {2, {64, 64, 1}, 1}, CUFFT_C2R), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(make(4, {2, {64, 3, 1}, 1}, CUFFT_C2C), CUFFT_INVALID_SIZE);
  cufftHandle plan;
  OK(cufftCreate(&plan));
  int which[17] = {0, 1}, beyond[2] = {0, 99};
  EXPECT_STATUS(cufftXtSetGPUs(plan, 2, beyond), CUFFT_INVALID_DEVICE);
  EXPECT_STATUS(cufftXtSetGPUs(plan, 17, which), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtSetGPUs(plan, 0, which), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtSetGPUs(plan, 2, nullptr), CUFFT_INVALID_VALUE);
  OK(cufftXtSetGPUs(plan, 2, which));
  std::size_t sizes[2];
  int n[1] = {64}, embed[1] = {64};
  EXPECT_STATUS(cufftMakePlanMany(plan, 1, n, embed, 2, 128, embed, 2, 128, CUFFT_C2C, 4, sizes),
                CUFFT_NOT_SUPPORTED);
  OK(cufftMakePlan2d(plan, 32, 32, CUFFT_C2C, sizes));
  EXPECT_STATUS(cufftXtSetGPUs(plan, 2, which), CUFFT_INVALID_PLAN);
  cudaLibXtDesc *array, *none = nullptr, *other;
  for (const auto format : {CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED, CUFFT_FORMAT_UNDEFINED})
    EXPECT_STATUS(cufftXtMalloc(plan, &array, format), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_OUTPUT), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(cufftXtMalloc(plan, nullptr, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_VALUE);
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  auto* const data = static_cast<cufftComplex*>(array->descriptor->data[0]);
  EXPECT_STATUS(cufftExecC2C(plan, data, data, CUFFT_FORWARD), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(cufftXtExecDescriptorC2C(plan, array, array, 3), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtExecDescriptorC2C(plan, array, none, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  EXPECT_STATUS(cufftXtMemcpy(plan, array, array, CUFFT_COPY_UNDEFINED), CUFFT_INVALID_VALUE);
  cufftXt1dFactors factors;
  EXPECT_STATUS(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS), CUFFT_NOT_SUPPORTED);
  EXPECT_STATUS(cufftXtQueryPlan(plan, nullptr, CUFFT_QUERY_1D_FACTORS), CUFFT_INVALID_VALUE);
  const cufftHandle three = plan_of({2, {32, 32, 1}, 1}, CUFFT_C2C, 3);
  OK(cufftXtMalloc(three, &other, CUFFT_XT_FORMAT_INPLACE));
  EXPECT_STATUS(cufftXtExecDescriptorC2C(plan, other, other, CUFFT_FORWARD), CUFFT_INVALID_DEVICE);
  EXPECT_STATUS(cufftXtMemcpy(plan, other, array, CUFFT_COPY_DEVICE_TO_DEVICE),
                CUFFT_INVALID_DEVICE);
  OK(cufftXtFree(other));
  OK(cufftXtFree(array));
  OK(cufftDestroy(three));
  OK(cufftDestroy(plan));
}

int main(int, char** arguments) {
  int devices = 0;
  CUDA(cudaGetDeviceCount(&devices));
  if (devices < 4) {
    CHECK(std::getenv("HEDDLE_GPU") == nullptr);
    setenv("HEDDLE_GPU", "h200,h200,h200,h200", 1);
    execv("/proc/self/exe", arguments);
    return 1;
  }
  // The documentation's example.
  const cufftHandle plan = plan_of({1, {1024, 1, 1}, 1}, CUFFT_C2C, 2);
  cufftXt1dFactors f;
  OK(cufftXtQueryPlan(plan, &f, CUFFT_QUERY_1D_FACTORS));
  CHECK(f.size == 1024 && f.stringCount == 8 && f.factor1 == 64 && f.factor2 == 16 &&
        f.stringLength == 128 && f.substringLength == 8);
  OK(cufftDestroy(plan));
  for (const int n : {64, 128, 1024, 8192})
    for (const int gpus : {2, 4}) {
      one_transform<float>({1, {n, 1, 1}, 1}, gpus);
      one_transform<double>({1, {n, 1, 1}, 1}, gpus);
    }
  for (const int gpus : {2, 3, 4}) {
    one_transform<float>({2, {32, 48, 1}, 1}, gpus);
    one_transform<double>({2, {35, 37, 1}, 1}, gpus);
    one_transform<float>({3, {9, 14, 11}, 1}, gpus);
    real_transform<float>({3, {8, 12, 10}, 1}, gpus);
    real_transform<double>({3, {5, 7, 9}, 1}, gpus);
    batch<float>({1, {60, 1, 1}, 7}, gpus);
    batch<double>({2, {6, 10, 1}, 5}, gpus);
    batch<float>({3, {4, 5, 6}, 2}, gpus);
  }
  in_turn(false);
  in_turn(true);
  refused();
  std::puts("several GPUs as one");
  return 0;
}
