// SPDX-License-Identifier: Apache-2.0
// A program that loads the driver at run time keeps its functions in variables of their names: the
// library's own calls do not end up in those. Without cuda.h, whose declarations they would clash
// with.
#include <dlfcn.h>

#include <cstdio>

extern "C" {
int (*cuInit)(unsigned);
int (*cuCtxCreate_v2)(void**, unsigned, int);
int (*cuCtxDestroy_v2)(void*);
int (*cuModuleLoad)(void**, const char*);
int (*cuModuleUnload)(void*);
}

#define LOAD(name) \
  if (!(name = reinterpret_cast<decltype(name)>(dlsym(library, #name)))) return 2

int main() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) return 2;
  LOAD(cuInit);
  LOAD(cuCtxCreate_v2);
  LOAD(cuCtxDestroy_v2);
  LOAD(cuModuleLoad);
  LOAD(cuModuleUnload);
  void *context = nullptr, *module = nullptr;
  const int made = cuInit(0) | cuCtxCreate_v2(&context, 0, 0);
  const int loaded = cuModuleLoad(&module, "kernels.fatbin");
  const int ended = cuCtxDestroy_v2(context);  // unloads the module
  if (made || loaded || ended) std::printf("%d %d %d\n", made, loaded, ended);
  return made || loaded || ended;
}
