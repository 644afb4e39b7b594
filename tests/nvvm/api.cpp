// SPDX-License-Identifier: Apache-2.0
// Every call: what it answers, and the documented codes.
#include "nvvm_test.h"

static const std::string kModule =
    kTarget +
    "define void @k(i32* %p) {\n  store i32 7, i32* %p\n  ret void\n}\n"
    "!0 = !{void (i32*)* @k, !\"kernel\", i32 1}\n" +
    kVersion;

int main() {
  int a = 0, b = 0, c = 0, d = 0;
  IS(nvvmVersion(&a, &b), NVVM_SUCCESS);
  THAT(a == 2 && b == 0);
  IS(nvvmVersion(nullptr, &b), NVVM_ERROR_INVALID_INPUT);
  IS(nvvmIRVersion(&a, &b, &c, &d), NVVM_SUCCESS);
  THAT(a == 2 && b == 0 && c == 3 && d == 1);
  IS(nvvmLLVMVersion("compute_90", &a), NVVM_SUCCESS);
  IS(nvvmLLVMVersion("compute_100", &b), NVVM_SUCCESS);
  THAT(a == 7 && b == 20);
  IS(nvvmLLVMVersion("sm_90", &a), NVVM_ERROR_INVALID_OPTION);
  THAT(!std::strcmp(nvvmGetErrorString(NVVM_ERROR_INVALID_IR), "NVVM_ERROR_INVALID_IR"));
  THAT(!std::strcmp(nvvmGetErrorString(NVVM_ERROR_CANCELLED), "NVVM_ERROR_CANCELLED"));

  nvvmProgram program = nullptr;
  IS(nvvmCreateProgram(nullptr), NVVM_ERROR_INVALID_PROGRAM);
  IS(nvvmCreateProgram(&program), NVVM_SUCCESS);
  std::size_t size = 0;
  char text[1] = {'?'};
  IS(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
  IS(nvvmGetCompiledResult(program, text), NVVM_SUCCESS);
  THAT(size == 1 && text[0] == '\0');
  IS(compile(program), NVVM_ERROR_NO_MODULE_IN_PROGRAM);
  IS(verify(program), NVVM_ERROR_NO_MODULE_IN_PROGRAM);
  IS(nvvmAddModuleToProgram(program, nullptr, 1, "x"), NVVM_ERROR_INVALID_INPUT);
  IS(nvvmLazyAddModuleToProgram(program, kModule.data(), 0, "x"), NVVM_ERROR_INVALID_INPUT);
  IS(nvvmAddModuleToProgram(nullptr, kModule.data(), 1, "x"), NVVM_ERROR_INVALID_PROGRAM);
  // Of what is only taken where it is called, nothing is.
  IS(nvvmLazyAddModuleToProgram(program, kModule.data(), kModule.size(), "x"), NVVM_SUCCESS);
  IS(compile(program), NVVM_ERROR_NO_MODULE_IN_PROGRAM);
  IS(nvvmGetProgramLogSize(program, nullptr), NVVM_ERROR_INVALID_INPUT);
  IS(nvvmDestroyProgram(&program), NVVM_SUCCESS);
  THAT(!program);
  IS(nvvmDestroyProgram(&program), NVVM_ERROR_INVALID_PROGRAM);
  IS(nvvmCompileProgram(nullptr, 0, nullptr), NVVM_ERROR_INVALID_PROGRAM);

  program = program_of(kModule);
  // Options: which one it was.
  for (const char* bad : {"-arch=sm_90", "-arch=compute_91", "-arch", "-opt=1", "-ftz=true", "-g=1",
                          "-gen-lto=1", "-numba-debug", "-jump-table-density=102", "x"}) {
    IS(compile(program, {bad}), NVVM_ERROR_INVALID_OPTION);
    THAT(log_of(program).find(bad) != std::string::npos);
    IS(verify(program, {bad}), NVVM_ERROR_INVALID_OPTION);
  }
  IS(nvvmCompileProgram(program, 1, nullptr), NVVM_ERROR_INVALID_OPTION);
  IS(verify(program), NVVM_SUCCESS);
  const std::string ptx = ptx_of(program, {"-opt=3", "-ftz=1", "-prec-sqrt=0", "-prec-div=0",
                                           "-fma=1", "-jump-table-density=50"});
  THAT(ptx.find(".target sm_90") != std::string::npos);
  THAT(log_of(program).empty());
  // The same again comes out of the cache, another architecture does not.
  THAT(ptx_of(program, {"-opt=3", "-ftz=1", "-prec-sqrt=0", "-prec-div=0", "-fma=1",
                        "-jump-table-density=50"}) == ptx);
  IS(compile(program), NVVM_SUCCESS);
  IS(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
  std::vector<char> plain(size);
  IS(nvvmGetCompiledResult(program, plain.data()), NVVM_SUCCESS);
  THAT(std::strstr(plain.data(), ".target sm_52"));
  // What fails leaves no result.
  IS(compile(program, {"-opt=1"}), NVVM_ERROR_INVALID_OPTION);
  IS(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
  THAT(size == 1);
  std::puts("PASS");
}
