// SPDX-License-Identifier: Apache-2.0
// Registration of a file with relocatable device code (-rdc=true), host side. clang's constructor
// for such a file calls a function named after the file, which nvcc's device linker would make.
// Here the file defines it itself and registers at once: the runtime joins the images.
// The driver includes this header first and defines HEDDLE_LINKED_BINARY to that name.
#pragma once

#ifndef __CUDA_ARCH__
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
// By a name of its own: <cxxabi.h> declares the function, too, and how it may throw differs.
int heddle_cxa_atexit(void (*function)(void*), void* argument, void* dso) __asm__("__cxa_atexit");
extern void* __dso_handle;

// Weak: files of the same name in different folders share one definition.
__attribute__((weak, visibility("hidden"))) void HEDDLE_LINKED_BINARY(
    void (*register_symbols)(void**), void* wrapper, void*, void (*)(void**)) {
  void** handle = __cudaRegisterFatBinary(wrapper);
  register_symbols(handle);
  __cudaRegisterFatBinaryEnd(handle);
  heddle_cxa_atexit([](void* it) { __cudaUnregisterFatBinary(static_cast<void**>(it)); }, handle,
                    &__dso_handle);
}
}
#endif
