// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels launch, by the calls that PTX has for it: each thread launches a grid of its
// own, with its own parameters, dimensions and number; the toolkit's libcudadevrt.a is linked.
#include "nvvm_test.h"

static const std::string kModule = kTarget + R"(
%struct.dim3 = type { i32, i32, i32 }
%struct.CUstream_st = type opaque
define void @child(i32* %out, i8 %by) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %b, %n
  %i = add i32 %base, %t
  %p = getelementptr i32, i32* %out, i32 %i
  %wide = zext i8 %by to i32
  %x = mul i32 %wide, 100
  %y = add i32 %x, %i
  store i32 %y, i32* %p
  ret void
}
define void @parent(i32* %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %blocks = add i32 %t, 1
  %g0 = insertvalue %struct.dim3 { i32 0, i32 1, i32 1 }, i32 %blocks, 0
  %buffer = call i8* @cudaGetParameterBufferV2(i8* bitcast (void (i32*, i8)* @child to i8*), %struct.dim3 %g0, %struct.dim3 { i32 3, i32 1, i32 1 }, i32 0)
  %first = mul i32 %t, 64
  %p = getelementptr i32, i32* %out, i32 %first
  %slot = bitcast i8* %buffer to i32**
  store i32* %p, i32** %slot, align 8
  %second = getelementptr i8, i8* %buffer, i32 8
  %by = trunc i32 %t to i8
  store i8 %by, i8* %second
  %r = call i32 @cudaLaunchDeviceV2(i8* %buffer, %struct.CUstream_st* null)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i8* @cudaGetParameterBufferV2(i8*, %struct.dim3, %struct.dim3, i32)
declare i32 @cudaLaunchDeviceV2(i8*, %struct.CUstream_st*)
!0 = !{void (i32*)* @parent, !"kernel", i32 1}
!2 = !{void (i32*, i8)* @child, !"kernel", i32 1}
!nvvm.annotations = !{!2}
)" + kVersion;

int main() {
  begin();
  nvvmProgram program = program_of(kModule);
  const std::string ptx = ptx_of(program);
  CUlinkState link = nullptr;
  void* image = nullptr;
  std::size_t bytes = 0;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void*)ptx.c_str(), ptx.size() + 1, nullptr, 0, nullptr,
                   nullptr));
  OK(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, "libcudadevrt.a", 0, nullptr, nullptr));
  OK(cuLinkComplete(link, &image, &bytes));
  CUmodule module = nullptr;
  CUfunction parent = nullptr;
  OK(cuModuleLoadData(&module, image));
  OK(cuModuleGetFunction(&parent, module, "parent"));
  OK(cuLinkDestroy(link));
  constexpr int kThreads = 12;
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, kThreads * 64 * sizeof(int)));
  OK(cuMemsetD32(out, 77, kThreads * 64));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(parent, 1, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuModuleUnload(module));  // waits for what the kernel launches
  std::vector<int> got(kThreads * 64);
  OK(cuMemcpyDtoH(got.data(), out, got.size() * sizeof(int)));
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < 64; ++i) {
      const int wanted = i < 3 * (t + 1) ? 100 * t + i : 77;
      if (got[t * 64 + i] != wanted) {
        std::printf("FAIL: %d, %d is %d, not %d\n", t, i, got[t * 64 + i], wanted);
        return 1;
      }
    }
  }
  std::puts("PASS");
}
