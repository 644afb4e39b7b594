// SPDX-License-Identifier: Apache-2.0
// The name under which programs open the driver. libcuda.so.1 is a library without code that needs
// libheddle.so. It is opened here, before main, because the loader gives a library that is there to
// whoever asks for its name: on a machine with a GPU, dlopen("libcuda.so.1") of CCCL's headers or
// of a program would find the vendor's driver, which knows none of Heddle's streams.
#include <dlfcn.h>

#include <string>

namespace {

__attribute__((constructor)) void take_driver_name() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&take_driver_name), &self) == 0) return;
  const std::string path = self.dli_fname;
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return;
  // It is not there in a copy of libheddle.so alone, whose program gets what the loader finds.
  dlopen((path.substr(0, slash) + "/libcuda.so.1").c_str(), RTLD_LAZY | RTLD_LOCAL);
}

}  // namespace
