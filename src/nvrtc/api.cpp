// SPDX-License-Identifier: Apache-2.0
// The functions of nvrtc.h: validate, forward, copy out.
#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <new>
#include <set>
#include <string>

#include "nvrtc.h"
#include "nvrtc/pch_heap.h"
#include "nvrtc/program.h"
#include "support/message.h"

#define HEDDLE_NVRTC extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kMajor = 12, kMinor = 8;
// As NVRTC 12.8 answers.
constexpr auto kArchs =
    std::to_array<int>({50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 120});

struct All {
  std::mutex mutex;
  std::set<nvrtcProgram> programs;
};
// Never destroyed: destructors of the program's static objects may still call.
All& all() {
  static auto* const root = new All;
  return *root;
}

bool known(nvrtcProgram program) {
  const std::lock_guard lock(all().mutex);
  return all().programs.contains(program);
}

// With the zero at its end, as texts are counted here.
nvrtcResult text_size(nvrtcProgram program, const std::string* text, size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  *size = text->size() + 1;
  return NVRTC_SUCCESS;
}

bool has_text(const _nvrtcProgram& program) {
  return program.compiled && (!program.ptx.empty() || program.cubin.empty());
}

void copy_text(const std::string& text, char* out) {
  *std::ranges::copy(text, out).out = '\0';
}

nvrtcResult refused(nvrtcProgram program, const char* function) {
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  heddle::support::message(std::string(function) + " is not supported");
  return NVRTC_ERROR_INVALID_PROGRAM;
}

}  // namespace

HEDDLE_NVRTC const char* nvrtcGetErrorString(nvrtcResult result) {
  constexpr const char* kNames[] = {"NVRTC_SUCCESS",
                                    "NVRTC_ERROR_OUT_OF_MEMORY",
                                    "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                    "NVRTC_ERROR_INVALID_INPUT",
                                    "NVRTC_ERROR_INVALID_PROGRAM",
                                    "NVRTC_ERROR_INVALID_OPTION",
                                    "NVRTC_ERROR_COMPILATION",
                                    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                    "NVRTC_ERROR_INTERNAL_ERROR",
                                    "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
                                    "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
                                    "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                                    "NVRTC_ERROR_PCH_CREATE",
                                    "NVRTC_ERROR_CANCELLED"};
  const auto index = static_cast<std::size_t>(result);
  return index < std::size(kNames) ? kNames[index] : "NVRTC_ERROR unknown";
}

HEDDLE_NVRTC nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = kMajor;
  *minor = kMinor;
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  *count = static_cast<int>(kArchs.size());
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcGetSupportedArchs(int* archs) {
  if (!archs) return NVRTC_ERROR_INVALID_INPUT;
  std::ranges::copy(kArchs, archs);
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcCreateProgram(nvrtcProgram* out, const char* source, const char* name,
                                            int count, const char* const* headers,
                                            const char* const* names) {
  if (!out || !source || count < 0 || (count > 0 && (!headers || !names))) {
    return NVRTC_ERROR_INVALID_INPUT;
  }
  for (int i = 0; i < count; ++i) {
    if (!headers[i] || !names[i]) return NVRTC_ERROR_INVALID_INPUT;
  }
  auto* program = new (std::nothrow) _nvrtcProgram;
  if (!program) return NVRTC_ERROR_OUT_OF_MEMORY;
  program->source = source;
  program->name = name ? name : "default_program";
  for (int i = 0; i < count; ++i) program->headers.emplace_back(names[i], headers[i]);
  const std::lock_guard lock(all().mutex);
  all().programs.insert(program);
  *out = program;
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (!program) return NVRTC_ERROR_INVALID_INPUT;
  {
    const std::lock_guard lock(all().mutex);
    if (all().programs.erase(*program) == 0) return NVRTC_ERROR_INVALID_PROGRAM;
  }
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count,
                                             const char* const* options) {
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && !options)) return NVRTC_ERROR_INVALID_INPUT;
  return heddle::nvrtc::compile(*program, count, options);
}

HEDDLE_NVRTC nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void*, void*),
                                              void* payload) {
  if (!callback) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  program->callback = callback;
  program->payload = payload;
  return NVRTC_SUCCESS;
}

// An empty text where there is none to be had: what failed, and link-time code. INVALID_PROGRAM is
// what cannot be said in PTX, and what was not compiled.
HEDDLE_NVRTC nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program) || !has_text(*program)) return NVRTC_ERROR_INVALID_PROGRAM;
  *size = program->ptx.size() + 1;
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
  if (!ptx) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program) || !has_text(*program)) return NVRTC_ERROR_INVALID_PROGRAM;
  copy_text(program->ptx, ptx);
  return NVRTC_SUCCESS;
}

// 0 where the architecture was a virtual one, or nothing was compiled.
HEDDLE_NVRTC nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  *size = program->cubin.size();
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin) {
  if (!cubin) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program) || program->cubin.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  std::ranges::copy(program->cubin, cubin);
  return NVRTC_SUCCESS;
}

// 0 where -dlto was not given.
HEDDLE_NVRTC nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  *size = program->lto.size();
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char* code) {
  if (!code) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program) || program->lto.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  std::ranges::copy(program->lto, code);
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t*) {
  return refused(program, "nvrtcGetOptiXIRSize");
}
HEDDLE_NVRTC nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char*) {
  return refused(program, "nvrtcGetOptiXIR");
}

HEDDLE_NVRTC nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* size) {
  return text_size(program, &program->log, size);
}
HEDDLE_NVRTC nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  if (!log) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  copy_text(program->log, log);
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  if (!expression) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (program->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  auto& expressions = program->expressions;
  if (std::ranges::find(expressions, expression) == expressions.end()) {
    expressions.emplace_back(expression);
  }
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression,
                                             const char** name) {
  if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!program->compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = program->lowered.find(expression);
  if (found == program->lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = found->second.c_str();
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC nvrtcResult nvrtcGetPCHHeapSize(size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  *size = heddle::nvrtc::pch_heap_size();
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  heddle::nvrtc::set_pch_heap_size(size);
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program) {
  return known(program) ? program->pch.result : NVRTC_ERROR_INVALID_PROGRAM;
}
HEDDLE_NVRTC nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t* size) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  if (!known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  *size = program->pch.required;
  return NVRTC_SUCCESS;
}
