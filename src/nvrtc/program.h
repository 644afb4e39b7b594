// SPDX-License-Identifier: Apache-2.0
// One nvrtcProgram: what it is compiled from, and what came out.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nvrtc.h"

// What came of making a file with precompiled headers.
struct PchStatus {
  nvrtcResult result = NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
  std::size_t required = 0;  // bytes of heap
};

struct _nvrtcProgram {
  std::string source;
  std::string name;
  std::vector<std::pair<std::string, std::string>> headers;  // name, text
  std::vector<std::string> expressions;                      // nvrtcAddNameExpression
  int (*callback)(void*, void*) = nullptr;
  void* payload = nullptr;

  bool compiled = false;  // nvrtcCompileProgram has been called, whatever came of it
  PchStatus pch;
  std::string log;
  std::string cubin;  // empty for a virtual architecture
  std::string ptx;
  std::string lto;  // -dlto: an image like any, since all code is optimised when it is launched
  std::map<std::string, std::string> lowered;  // by name expression
};

namespace heddle::nvrtc {

// A result as it is kept in the cache.
struct Output {
  std::string log, cubin, ptx;
  std::vector<std::string> lowered;  // as many as there are name expressions

  std::string pack() const;
  static bool unpack(const std::string& bytes, Output* out);
};

nvrtcResult compile(_nvrtcProgram& program, int count, const char* const* options);

// Takes the names that expressions stand for out of the image that was made of the source with
// name_expression_text() behind it; false: damaged.
bool take_lowered_names(std::size_t count, std::string* image, std::vector<std::string>* names);
// What stands behind the source for them.
std::string name_expression_text(const std::vector<std::string>& expressions);

}  // namespace heddle::nvrtc
