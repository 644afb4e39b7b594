// SPDX-License-Identifier: Apache-2.0
#include "driver/module/linker_calls.h"

#include "driver/driver.h"
#include "driver/module/linker.h"

using heddle::driver::Linker;

HEDDLE_DRIVER Linker* heddle_library_linker_make(std::uint32_t arch, std::uint32_t max_registers) {
  return new Linker(arch, max_registers);
}
HEDDLE_DRIVER void heddle_library_linker_free(Linker* linker) {
  delete linker;
}
HEDDLE_DRIVER CUresult heddle_library_linker_add(Linker* linker, CUjitInputType type,
                                                 const void* data, std::size_t size,
                                                 const char* name) {
  return linker->add(type, {static_cast<const std::uint8_t*>(data), size}, name ? name : "");
}
HEDDLE_DRIVER CUresult heddle_library_linker_add_file(Linker* linker, CUjitInputType type,
                                                      const char* path) {
  return linker->add_file(type, path);
}
HEDDLE_DRIVER CUresult heddle_library_linker_complete(Linker* linker) {
  return linker->complete();
}
HEDDLE_DRIVER CUresult heddle_library_linker_complete_as_ptx(Linker* linker) {
  return linker->complete_as_ptx();
}
HEDDLE_DRIVER const void* heddle_library_linker_cubin(const Linker* linker, std::size_t* size) {
  *size = linker->cubin().size();
  return linker->cubin().data();
}
HEDDLE_DRIVER const void* heddle_library_linker_ptx(const Linker* linker, std::size_t* size) {
  *size = linker->ptx().size();
  return linker->ptx().data();
}
HEDDLE_DRIVER const char* heddle_library_linker_errors(const Linker* linker) {
  return linker->errors().c_str();
}
