// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "doctor/doctor.h"
#include "frontend/failure.h"
#include "frontend/toolchain.h"
#include "frontend/words.h"
#include "support/environment.h"

namespace heddle::doctor {
namespace {

namespace fs = std::filesystem;

bool same(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

// Build systems look for nvcc on PATH first, then for the folder that these variables name.
void look_at_toolkit(Report& report, const std::string& toolkit) {
  const std::string nvcc = frontend::find_program("nvcc");
  if (!nvcc.empty() && !same(nvcc, toolkit + "/bin/nvcc")) {
    report.note("nvcc",
                fmt::format("{} is not Heddle's: for CMake and make, export PATH={}/bin:$PATH",
                            nvcc, toolkit));
  }
  for (const char* name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAToolkit_ROOT"}) {
    const char* value = support::variable(name);
    if (value == nullptr || same(value, toolkit)) continue;
    report.note("toolkit",
                fmt::format("{}={} is not Heddle's: export {}={}", name, value, name, toolkit));
  }
}

// clang looks there after Heddle's folder, so what Heddle lacks comes from elsewhere.
void look_at_headers(Report& report) {
  for (const char* folder : {"/usr/local/include", "/usr/include"}) {
    for (const char* name : {"cuda_runtime.h", "cublas_v2.h"}) {
      const std::string file = fmt::format("{}/{}", folder, name);
      std::error_code error;
      if (!fs::exists(file, error)) continue;
      report.note("headers", fmt::format("{} is of another toolkit: what Heddle does not have is "
                                         "taken from there, and may not fit",
                                         file));
      break;
    }
  }
}

// What the dynamic loader takes before what a program names by its run path.
void look_at_library_path(Report& report, const std::string& library_dir) {
  const char* path = support::variable("LD_LIBRARY_PATH");
  if (path == nullptr) return;
  for (const std::string& folder : frontend::split(path, ':')) {
    const std::string other = folder + "/libheddle.so";
    std::error_code error;
    if (fs::exists(other, error) && !same(other, library_dir + "/libheddle.so")) {
      report.missing("libheddle",
                     fmt::format("LD_LIBRARY_PATH has that of another Heddle, {}: take "
                                 "{} out of it",
                                 other, folder));
    }
    for (const char* name : {"libcudart.so.12", "libcudart.so.13", "libcudart.so"}) {
      const std::string file = folder + "/" + name;
      if (!fs::exists(file, error) || same(file, library_dir + "/libheddle.so")) continue;
      report.note("libcudart",
                  fmt::format("LD_LIBRARY_PATH has another runtime, {}: programs linked "
                              "with -lcudart would take it",
                              file));
      break;
    }
  }
}

void look_at_driver(Report& report) {
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/wsl/lib"}) {
    const std::string file = std::string(folder) + "/libcuda.so.1";
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    report.note("libcuda", file + " is the driver of a GPU: Heddle's programs do not use it");
  }
}

}  // namespace

void look_at_vendor(Report& report) {
  try {
    const frontend::Toolchain& tools = frontend::toolchain();
    look_at_toolkit(report, tools.toolkit_dir);
    look_at_headers(report);
    look_at_library_path(report, tools.library_dir);
    look_at_driver(report);
  } catch (const frontend::Failure&) {
    // look_at_tools() has said it.
  }
}

}  // namespace heddle::doctor
