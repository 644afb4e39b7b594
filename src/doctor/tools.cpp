// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "doctor/doctor.h"
#include "frontend/failure.h"
#include "frontend/host_library.h"
#include "frontend/toolchain.h"
#include "frontend/toolkit_stub.h"

namespace heddle::doctor {
namespace {

namespace fs = std::filesystem;

// The compiler of kernels is loaded when the first one is compiled, with all its libraries.
void look_at_kernel_compiler(Report& report, const std::string& folder) {
  const std::string path = folder + "/libheddle-compiler.so";
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    report.missing("kernels", fmt::format("{}: install Heddle again", dlerror()));
    return;
  }
  dlclose(library);
  if (access((folder + "/heddle/devicelib.bc").c_str(), R_OK) != 0) {
    report.missing("kernels", folder + "/heddle/devicelib.bc cannot be read: install Heddle again");
    return;
  }
  report.good("kernels", "compiled by " + path);
}

// CMake and make link with it.
void look_at_stub(Report& report) {
  if (frontend::refresh_toolkit_stub()) return;
  report.note("toolkit", fmt::format("programs that CMake and make link need LD_LIBRARY_PATH={}: "
                                     "this tree was moved and cannot be written",
                                     frontend::toolkit_library_dir()));
}

void look_at_binutils(Report& report) {
  for (const char* name : {"ar", "objcopy"}) {
    if (!frontend::find_program(name).empty()) continue;
    report.note(name,
                "is not there: `heddle cc -lib` and -rdc=true need it (apt-get install binutils)");
  }
}

}  // namespace

void look_at_tools(Report& report) {
  try {
    const frontend::Toolchain& tools = frontend::toolchain();
    report.good("heddle", fs::path(tools.library_dir).parent_path().string());
    const bool carried = tools.clang.starts_with(tools.library_dir);
    report.good("clang", tools.clang + (carried ? ", of this package" : ", of this machine"));
    const frontend::HostLibrary library = frontend::find_host_library(true);
    if (library.lacking.empty()) {
      report.good("C++ library", library.gcc.empty() ? "clang's own" : library.gcc);
    } else {
      report.missing("C++ library", library.lacking);
    }
    look_at_kernel_compiler(report, tools.library_dir);
    look_at_binutils(report);
    look_at_stub(report);
  } catch (const frontend::Failure& failure) {
    report.missing("heddle", failure.what());
  }
}

}  // namespace heddle::doctor
