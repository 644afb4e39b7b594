// SPDX-License-Identifier: Apache-2.0
// -rdc=true: kernels that launch kernels as PTX, linked with libcudadevrt.a's place by the driver
// and by nvJitLink; and PTX with the names that the headers of CUDA 12 have for the same calls.
#include <nvJitLink.h>

#include "nvrtc_test.h"

namespace {

constexpr int kThreads = 12;

constexpr const char* kSource = R"(
__global__ void child(int* out, int by, short more) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 100 * by + more + i;
}
__global__ void last(int* out) { out[63] = out[threadIdx.x] + 1; }
extern "C" __global__ void parent(int* out, int* codes) {
  const int t = threadIdx.x;
  int* own = out + t * 64;
  cudaStream_t stream;
  codes[4 * t] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<t + 1, 3, 0, stream>>>(own, t, short(-7 * t));
  codes[4 * t] |= cudaStreamDestroy(stream);
  last<<<1, 1, 0, cudaStreamTailLaunch>>>(own);
  codes[4 * t] |= cudaPeekAtLastError();
  if (t % 2) child<<<1, 5000>>>(own, t, 0);
  codes[4 * t + 1] = cudaGetLastError();
  codes[4 * t + 2] = cudaGetLastError();
  int threads = 0;
  codes[4 * t + 3] = cudaDeviceGetAttribute(&threads, cudaDevAttrWarpSize, 0) + threads;
}
)";

constexpr const char* kNames = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2
  (.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2_ptsz (.param .b64 p, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2GetDevice (.param .b64 d);
.visible .entry child(.param .u64 out, .param .u32 by) {
  .reg .u64 %a, %b;
  .reg .u32 %t, %v;
  ld.param.u64 %a, [out];
  ld.param.u32 %v, [by];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %b, %t, 4;
  add.u64 %a, %a, %b;
  mad.lo.u32 %v, %v, 10, %t;
  st.global.u32 [%a], %v;
  ret;
}
.visible .entry parent(.param .u64 out, .param .u64 codes) {
  .reg .u64 %a, %b, %c, %k, %p, %d;
  .reg .u32 %t, %r, %v;
  .reg .pred %q;
  .local .align 4 .b8 here[4];
  ld.param.u64 %a, [out];
  ld.param.u64 %c, [codes];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %b, %t, 256;
  add.u64 %a, %a, %b;
  mul.wide.u32 %b, %t, 16;
  add.u64 %c, %c, %b;
  mov.u64 %k, child;
  {
    .param .b64 p0;
    .param .align 4 .b8 p1[12];
    .param .align 4 .b8 p2[12];
    .param .b32 p3;
    .param .b64 r;
    st.param.b64 [p0], %k;
    st.param.b32 [p1], 1;
    st.param.b32 [p1+4], 1;
    st.param.b32 [p1+8], 1;
    add.u32 %v, %t, 2;
    st.param.b32 [p2], %v;
    st.param.b32 [p2+4], 1;
    st.param.b32 [p2+8], 1;
    st.param.b32 [p3], 0;
    call.uni (r), __cudaCDP2GetParameterBufferV2, (p0, p1, p2, p3);
    ld.param.b64 %p, [r];
  }
  st.u64 [%p], %a;
  st.u32 [%p+8], %t;
  {
    .param .b64 p0;
    .param .b64 p1;
    .param .b32 r;
    st.param.b64 [p0], %p;
    st.param.b64 [p1], 0;
    call.uni (r), __cudaCDP2LaunchDeviceV2_ptsz, (p0, p1);
    ld.param.b32 %r, [r];
  }
  st.global.u32 [%c], %r;
  mov.u64 %d, here;
  cvta.local.u64 %d, %d;
  st.u32 [%d], 77;
  {
    .param .b64 p0;
    .param .b32 r;
    st.param.b64 [p0], %d;
    call.uni (r), __cudaCDP2GetDevice, (p0);
    ld.param.b32 %r, [r];
  }
  ld.u32 %v, [%d];
  add.u32 %r, %r, %v;
  st.global.u32 [%c+4], %r;
  ret;
}
)";

std::string ptx_of(const char* source) {
  nvrtcProgram program = program_of(source);
  must_compile(program, {"-rdc=true"});
  std::size_t size = 0;
  IS(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
  std::string ptx(size, ' ');
  IS(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  THAT(ptx.find("cudaLaunchDeviceV2") != std::string::npos);
  THAT(ptx.find("heddle") == std::string::npos);
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return ptx;
}

std::vector<char> by_driver(const std::string& ptx) {
  CUlinkState link = nullptr;
  void* image = nullptr;
  std::size_t bytes = 0;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void*)ptx.c_str(), ptx.size() + 1, nullptr, 0, nullptr,
                   nullptr));
  constexpr char kNothing[] = "!<arch>\n";  // the toolkit's libcudadevrt.a
  OK(cuLinkAddData(link, CU_JIT_INPUT_LIBRARY, (void*)kNothing, 8, "libcudadevrt.a", 0, nullptr,
                   nullptr));
  OK(cuLinkComplete(link, &image, &bytes));
  const std::vector<char> copy((char*)image, (char*)image + bytes);
  OK(cuLinkDestroy(link));
  return copy;
}

std::vector<char> by_nvjitlink(const std::string& ptx) {
  const char* options[] = {"-arch=sm_90"};
  nvJitLinkHandle link = nullptr;
  THAT(nvJitLinkCreate(&link, 1, options) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, ptx.c_str(), ptx.size() + 1, "ptx") ==
       NVJITLINK_SUCCESS);
  THAT(nvJitLinkAddData(link, NVJITLINK_INPUT_LIBRARY, "!<arch>\n", 8, "libcudadevrt.a") ==
       NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(link) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(link, &size) == NVJITLINK_SUCCESS);
  std::vector<char> image(size);
  THAT(nvJitLinkGetLinkedCubin(link, image.data()) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&link) == NVJITLINK_SUCCESS);
  return image;
}

// What `parent` has left: out and codes.
struct Left {
  std::vector<int> out = std::vector<int>(kThreads * 64);
  std::vector<int> codes = std::vector<int>(kThreads * 4);
};
Left run(const std::vector<char>& image) {
  CUmodule module = nullptr;
  CUfunction parent = nullptr;
  CUdeviceptr out = 0, codes = 0;
  Left left;
  OK(cuModuleLoadData(&module, image.data()));
  OK(cuModuleGetFunction(&parent, module, "parent"));
  OK(cuMemAlloc(&out, left.out.size() * sizeof(int)));
  OK(cuMemAlloc(&codes, left.codes.size() * sizeof(int)));
  OK(cuMemsetD32(out, 77, left.out.size()));
  OK(cuMemsetD32(codes, 66, left.codes.size()));
  void* arguments[] = {&out, &codes};
  OK(cuLaunchKernel(parent, 1, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(left.out.data(), out, left.out.size() * sizeof(int)));
  OK(cuMemcpyDtoH(left.codes.data(), codes, left.codes.size() * sizeof(int)));
  OK(cuMemFree(out));
  OK(cuMemFree(codes));
  OK(cuModuleUnload(module));
  return left;
}

void check_source(const std::vector<char>& image) {
  const Left left = run(image);
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < 64; ++i) {
      const int first = 93 * t;
      THAT(left.out[t * 64 + i] == (i < 3 * (t + 1) ? first + i : i == 63 ? first + 1 : 77));
    }
    const int* codes = &left.codes[t * 4];
    // cudaErrorInvalidConfiguration: 5000 threads.
    THAT(codes[0] == 0 && codes[1] == (t % 2 ? 9 : 0));
    THAT(codes[2] == 0 && codes[3] == 32);
  }
}

void check_names(const std::vector<char>& image) {
  const Left left = run(image);
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < 64; ++i) THAT(left.out[t * 64 + i] == (i < t + 2 ? 10 * t + i : 77));
    THAT(left.codes[t * 4] == 0 && left.codes[t * 4 + 1] == 0);
  }
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  const std::string ptx = ptx_of(kSource);
  check_source(by_driver(ptx));
  check_source(by_nvjitlink(ptx));
  check_names(by_driver(kNames));
  OK(cuCtxDestroy(context));
  std::puts("PASS");
}
