// SPDX-License-Identifier: Apache-2.0
// The functions of nvvm.h: validate, forward, copy out.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <set>
#include <string>

#include "nvvm.h"
#include "nvvm/options.h"
#include "nvvm/program.h"

#define HEDDLE_NVVM extern "C" __attribute__((visibility("default")))

namespace {

// The dialects: with typed pointers, of LLVM 7, and from the first of these architectures on with
// opaque ones. Here both are read for each.
constexpr int kOldLlvm = 7, kNewLlvm = 20, kFirstOfNew = 100;

struct All {
  std::mutex mutex;
  std::set<nvvmProgram> programs;
};
// Never destroyed: destructors of the program's static objects may still call.
All& all() {
  static auto* const root = new All;
  return *root;
}

bool known(nvvmProgram program) {
  const std::lock_guard lock(all().mutex);
  return all().programs.contains(program);
}

nvvmResult add(nvvmProgram program, const char* buffer, size_t size, const char* name, bool lazy) {
  if (!known(program)) return NVVM_ERROR_INVALID_PROGRAM;
  if (!buffer || size == 0) return NVVM_ERROR_INVALID_INPUT;
  program->modules.push_back({name ? name : "<unnamed>", std::string(buffer, size), lazy});
  return NVVM_SUCCESS;
}

// With the zero at its end.
nvvmResult text_size(nvvmProgram program, std::string _nvvmProgram::* text, size_t* size) {
  if (!known(program)) return NVVM_ERROR_INVALID_PROGRAM;
  if (!size) return NVVM_ERROR_INVALID_INPUT;
  *size = (program->*text).size() + 1;
  return NVVM_SUCCESS;
}
nvvmResult copy_text(nvvmProgram program, std::string _nvvmProgram::* text, char* out) {
  if (!known(program)) return NVVM_ERROR_INVALID_PROGRAM;
  if (!out) return NVVM_ERROR_INVALID_INPUT;
  *std::ranges::copy(program->*text, out).out = '\0';
  return NVVM_SUCCESS;
}

}  // namespace

HEDDLE_NVVM const char* nvvmGetErrorString(nvvmResult result) {
  constexpr const char* kNames[] = {"NVVM_SUCCESS",
                                    "NVVM_ERROR_OUT_OF_MEMORY",
                                    "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                                    "NVVM_ERROR_IR_VERSION_MISMATCH",
                                    "NVVM_ERROR_INVALID_INPUT",
                                    "NVVM_ERROR_INVALID_PROGRAM",
                                    "NVVM_ERROR_INVALID_IR",
                                    "NVVM_ERROR_INVALID_OPTION",
                                    "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                                    "NVVM_ERROR_COMPILATION",
                                    "NVVM_ERROR_CANCELLED"};
  const auto index = static_cast<std::size_t>(result);
  return index < std::size(kNames) ? kNames[index] : "unknown nvvmResult";
}

HEDDLE_NVVM nvvmResult nvvmVersion(int* major, int* minor) {
  if (!major || !minor) return NVVM_ERROR_INVALID_INPUT;
  *major = 2;
  *minor = 0;
  return NVVM_SUCCESS;
}

HEDDLE_NVVM nvvmResult nvvmIRVersion(int* major, int* minor, int* debug_major, int* debug_minor) {
  if (!major || !minor || !debug_major || !debug_minor) return NVVM_ERROR_INVALID_INPUT;
  *major = 2;
  *minor = 0;
  *debug_major = 3;
  *debug_minor = 1;
  return NVVM_SUCCESS;
}

HEDDLE_NVVM nvvmResult nvvmLLVMVersion(const char* arch, int* major) {
  if (!arch || !major) return NVVM_ERROR_INVALID_INPUT;
  const int number = heddle::nvvm::arch_number(arch);
  if (number == 0) return NVVM_ERROR_INVALID_OPTION;
  *major = number < kFirstOfNew ? kOldLlvm : kNewLlvm;
  return NVVM_SUCCESS;
}

HEDDLE_NVVM nvvmResult nvvmCreateProgram(nvvmProgram* out) {
  if (!out) return NVVM_ERROR_INVALID_PROGRAM;
  auto* program = new (std::nothrow) _nvvmProgram;
  if (!program) return NVVM_ERROR_OUT_OF_MEMORY;
  const std::lock_guard lock(all().mutex);
  all().programs.insert(program);
  *out = program;
  return NVVM_SUCCESS;
}

HEDDLE_NVVM nvvmResult nvvmDestroyProgram(nvvmProgram* program) {
  if (!program) return NVVM_ERROR_INVALID_PROGRAM;
  {
    const std::lock_guard lock(all().mutex);
    if (all().programs.erase(*program) == 0) return NVVM_ERROR_INVALID_PROGRAM;
  }
  delete *program;
  *program = nullptr;
  return NVVM_SUCCESS;
}

HEDDLE_NVVM nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size,
                                              const char* name) {
  return add(program, buffer, size, name, false);
}
HEDDLE_NVVM nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char* buffer,
                                                  size_t size, const char* name) {
  return add(program, buffer, size, name, true);
}

HEDDLE_NVVM nvvmResult nvvmVerifyProgram(nvvmProgram program, int count, const char** options) {
  if (!known(program)) return NVVM_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && !options)) return NVVM_ERROR_INVALID_OPTION;
  return heddle::nvvm::verify(*program, count, options);
}
HEDDLE_NVVM nvvmResult nvvmCompileProgram(nvvmProgram program, int count, const char** options) {
  if (!known(program)) return NVVM_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && !options)) return NVVM_ERROR_INVALID_OPTION;
  return heddle::nvvm::compile(*program, count, options);
}

HEDDLE_NVVM nvvmResult nvvmGetCompiledResultSize(nvvmProgram program, size_t* size) {
  const nvvmResult result = text_size(program, &_nvvmProgram::result, size);
  if (result == NVVM_SUCCESS && program->is_binary) --*size;
  return result;
}
HEDDLE_NVVM nvvmResult nvvmGetCompiledResult(nvvmProgram program, char* buffer) {
  if (!known(program) || !buffer || !program->is_binary) {
    return copy_text(program, &_nvvmProgram::result, buffer);
  }
  std::ranges::copy(program->result, buffer);
  return NVVM_SUCCESS;
}
HEDDLE_NVVM nvvmResult nvvmGetProgramLogSize(nvvmProgram program, size_t* size) {
  return text_size(program, &_nvvmProgram::log, size);
}
HEDDLE_NVVM nvvmResult nvvmGetProgramLog(nvvmProgram program, char* buffer) {
  return copy_text(program, &_nvvmProgram::log, buffer);
}
