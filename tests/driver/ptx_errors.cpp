// SPDX-License-Identifier: Apache-2.0
// Broken PTX: the documented code, and a log with the line, what stands there and what was
// expected.
#include <cstring>
#include <string>

#include "driver.h"

namespace {

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
const std::string kKernel =
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n.reg .f32 %f<4>;\n";

struct Loaded {
  CUresult result;
  std::string errors;
  std::size_t bytes;
};

Loaded load(const std::string& text, std::size_t room = 1000) {
  std::vector<char> errors(room + 1, '?'), info(100, '?');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {errors.data(), reinterpret_cast<void*>(room), info.data(),
                    reinterpret_cast<void*>(info.size())};
  CUmodule module = nullptr;
  const CUresult result = cuModuleLoadDataEx(&module, text.c_str(), 4, options, values);
  THAT(errors.back() == '?');
  THAT(info.front() == '\0' && values[3] == nullptr);
  if (result == CUDA_SUCCESS) OK(cuModuleUnload(module));
  return {result, errors.data(), reinterpret_cast<std::size_t>(values[1])};
}

void wrong(const std::string& text, const char* line, const char* words,
           CUresult wanted = CUDA_ERROR_INVALID_PTX) {
  const Loaded loaded = load(text);
  const bool good = loaded.result == wanted && loaded.errors.find(line) != std::string::npos &&
                    loaded.errors.find(words) != std::string::npos &&
                    loaded.bytes == (loaded.errors.empty() ? 0 : loaded.errors.size() + 1);
  if (good) return;
  std::printf("FAIL: %d '%s' (%zu), not '%s', '%s', of\n%s\n", int(loaded.result),
              loaded.errors.c_str(), loaded.bytes, line, words, text.c_str());
  std::exit(1);
}

void body(const std::string& statement, const char* words) {
  wrong(kHead + kKernel + statement + "\nret;\n}\n", "line 9:", words);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  const Loaded good = load(kHead + kKernel + "ret;\n}\n");
  THAT(good.result == CUDA_SUCCESS && good.bytes == 0);

  body("frobnicate.u32 %r1, %r2;", "unknown instruction 'frobnicate'");
  body("add.s32 %r1, %r2, %r9;", "unknown register '%r9'");
  body("add.s32 %rd1, %r2, %r3;", "a result of 32 bits in a register of 64");
  body("add.s32 %r1, %r2;", "wrong number of operands");
  body("add.s32.foo %r1, %r2, %r3;", "'.foo'");
  body("add.f32 %f1, %f2, 3;", "floating-point");
  body("add.s32 %r1, %r2, %r3", "expected ';' before 'ret'");
  body("ld.global.u32 %r1, [nothing];", "'nothing'");
  body("ld.shared.u32 %r1, [p];", "'p'");
  body("call nobody, (%r1);", "'nobody'");
  body(".shared .b33 x;", "'.b33'");
  body(".local .align 3 .b8 x[4];", "alignment");
  body("brx.idx %r1, table;", "'table'");
  wrong(kHead + kKernel + "bra nowhere;\nret;\n}\n", "line", "no label 'nowhere'");
  wrong(kHead + kKernel + "ret;\n", "line 10", "'{' without '}'");
  wrong(kHead + kKernel + "ret;\n}\n" + kKernel + "ret;\n}\n", "line 11", "'k' twice");
  wrong(".version 8.0\n.address_size 64\n" + kKernel + "ret;\n}\n", "line 2", "expected '.target'");
  wrong(".version 8.0\n.target sm_80\n.address_size 32\n", "line", ".address_size 64");
  wrong(kHead + "hello;\n", "line 4", "expected a directive before 'hello'");
  wrong(kHead + ".global .u32 x = {1, 2};\n", "line 4", "too many values");
  wrong(kHead + ".global .u64 x = y;\n", "line 4", "unknown symbol 'y'");
  wrong(kHead + ".global .texref t;\n", "line 4", "textures");
  wrong(kHead + ".global .b64 x[1099511627776][8388608] = {1};\n", "line 4", "too many elements");
  wrong(kHead + ".global .b8 x[1099511627776] = {1};\n", "line 4", "too many elements");
  wrong(kHead + ".visible .entry k(.param .b8 p[1099511627776])\n{\n}\n", "line 4",
        "too many bytes");
  wrong(kHead + ".func f(.reg .b32 a[4], .reg .b32 b)\n{\n}\n", "line 4", "an array");
  const std::string braces(200000, '{');
  wrong(kHead + ".global .u32 x = " + braces, "line 4", "too deep");
  wrong(kHead + kKernel + "mov.b32 %r1, " + braces, "line", "within each other");
  wrong(kHead + ".global .b8 x[1] = {0xFF(0xFF(x))};\n", "line 4", "expected a name");
  wrong(kHead + ".visible .entry f()\n{\n}\n" + kKernel + "call f;\nret;\n}\n", "line",
        "'f' is a kernel");
  wrong(".version 99.0\n.target sm_80\n.address_size 64\n", "ptx", "99.0",
        CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  wrong(kHead + ".extern .func gone();\n" + kKernel + "call gone;\nret;\n}\n", "ptx",
        "unresolved: 'gone'");
  // The device library has one of that name, which gives no result.
  wrong(kHead + ".extern .func (.param .b32 r) free(.param .b64 p);\n" + kKernel +
            "{\n.param .b64 p;\n.param .b32 q;\nst.param.b64 [p], 0;\ncall (q), free, "
            "(p);\n}\nret;\n}\n",
        "ptx", "unresolved: 'free'");
  // What a driver on an H100 answers, too (tests/fuzz_parsers/corpus/ptx_module).
  wrong(".version 8.7\n.target sm_120\n.address_size 64\n" + kKernel + "ret;\n}\n", "PTX",
        ".target");
  wrong("// nothing\n", "", "", CUDA_ERROR_INVALID_IMAGE);
  wrong(".target sm_80\n", "", "", CUDA_ERROR_INVALID_IMAGE);

  // What has no room is cut.
  const Loaded cut = load(kHead + kKernel + "frobnicate;\n}\n", 12);
  THAT(cut.result == CUDA_ERROR_INVALID_PTX && cut.errors.size() == 11 && cut.bytes == 12);

  // The same by the other calls, and from a file.
  CUmodule module = nullptr;
  const std::string broken = kHead + kKernel + "frobnicate;\n}\n",
                    fine = kHead + kKernel + "ret;\n}\n";
  IS(cuModuleLoadData(&module, broken.c_str()), CUDA_ERROR_INVALID_PTX);
  CUlibrary library = nullptr;
  IS(cuLibraryLoadData(&library, broken.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
     CUDA_ERROR_INVALID_PTX);
  OK(cuLibraryLoadData(&library, fine.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 0;
  OK(cuLibraryGetKernelCount(&count, library));
  THAT(count == 1);
  OK(cuLibraryUnload(library));
  std::FILE* file = std::fopen("fine.ptx", "wb");
  std::fwrite(fine.data(), 1, fine.size(), file);
  std::fclose(file);
  OK(cuModuleLoad(&module, "fine.ptx"));
  CUfunction kernel = function(module, "k");
  CUdeviceptr none = 0;
  void* arguments[] = {&none};
  OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuCtxSynchronize());
  OK(cuModuleUnload(module));
  std::puts("PASS");
}
