// SPDX-License-Identifier: Apache-2.0
// -gen-lto: code that nvJitLink links with that of another program, and with PTX; a function of
// mathematics that none of them holds.
#include <nvJitLink.h>

#include <cmath>

#include "nvvm_test.h"

static const std::string kKernel = kTarget + R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @scaled(i32*, i32)
declare i32 @shifted(i32)
define void @k(i32* %data) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, i32* %data, i32 %t
  %x = call i32 @scaled(i32* %p, i32 %t)
  %y = call i32 @shifted(i32 %x)
  store i32 %y, i32* %p
  ret void
}
!0 = !{void (i32*)* @k, !"kernel", i32 1}
)" + kVersion;
static const std::string kScaled = kTarget + R"(
declare double @sin(double)
define i32 @scaled(i32* %p, i32 %by) {
  %x = load i32, i32* %p
  %y = mul i32 %x, %by
  %angle = sitofp i32 %by to double
  %sine = call double @sin(double %angle)
  %large = fmul double %sine, 1.0e3
  %whole = fptosi double %large to i32
  %r = add i32 %y, %whole
  ret i32 %r
}
)";
static const std::string kShifted = kTarget + R"(
define i32 @shifted(i32 %x) {
  %r = sub i32 %x, 5
  ret i32 %r
}
)";

static std::string code_of(const std::string& module) {
  nvvmProgram program = program_of(module);
  IS(compile(program, {"-arch=compute_90", "-gen-lto"}), NVVM_SUCCESS);
  std::size_t size = 0;
  IS(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
  std::string code(size + 1, '?');
  IS(nvvmGetCompiledResult(program, code.data()), NVVM_SUCCESS);
  THAT(code.back() == '?');  // no zero at its end
  code.pop_back();
  // PTX of the same program, afterwards.
  THAT(ptx_of(program).find(".version") != std::string::npos);
  IS(nvvmDestroyProgram(&program), NVVM_SUCCESS);
  return code;
}

int main() {
  begin();
  const std::string kernel = code_of(kKernel), scaled = code_of(kScaled);
  const std::string shifted = ptx_of(program_of(kShifted));
  nvJitLinkHandle link = nullptr;
  const char* options[] = {"-arch=sm_90", "-lto"};
  THAT(nvJitLinkCreate(&link, 2, options) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, kernel.data(), kernel.size(), "kernel") ==
       NVJITLINK_SUCCESS);
  THAT(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, scaled.data(), scaled.size(), "scaled") ==
       NVJITLINK_SUCCESS);
  THAT(nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, shifted.data(), shifted.size() + 1, "shifted") ==
       NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(link) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(link, &size) == NVJITLINK_SUCCESS);
  std::string cubin(size, '\0');
  THAT(nvJitLinkGetLinkedCubin(link, cubin.data()) == NVJITLINK_SUCCESS);
  std::vector<int> data(33), wanted(33);
  for (int i = 0; i < 33; ++i) {
    data[i] = 11 * i - 40;
    wanted[i] = data[i] * i + int(1000 * std::sin(i)) - 5;
  }
  THAT(run(kernel_of(cubin, "k"), data, 33) == wanted);
  std::puts("PASS");
}
