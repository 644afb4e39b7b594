// SPDX-License-Identifier: Apache-2.0
// The linker (linker.h) for a library beside this one: libnvJitLink.so.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda.h"

namespace heddle::driver {
class Linker;
}

extern "C" {
// The arguments of Linker's constructor. No device is asked.
heddle::driver::Linker* heddle_library_linker_make(std::uint32_t arch, std::uint32_t max_registers);
void heddle_library_linker_free(heddle::driver::Linker* linker);
CUresult heddle_library_linker_add(heddle::driver::Linker* linker, CUjitInputType type,
                                   const void* data, std::size_t size, const char* name);
CUresult heddle_library_linker_add_file(heddle::driver::Linker* linker, CUjitInputType type,
                                        const char* path);
CUresult heddle_library_linker_complete(heddle::driver::Linker* linker);
CUresult heddle_library_linker_complete_as_ptx(heddle::driver::Linker* linker);
const void* heddle_library_linker_cubin(const heddle::driver::Linker* linker, std::size_t* size);
const void* heddle_library_linker_ptx(const heddle::driver::Linker* linker, std::size_t* size);
const char* heddle_library_linker_errors(const heddle::driver::Linker* linker);
}
