// SPDX-License-Identifier: Apache-2.0
// libheddle_torch.a: how an extension of PyTorch calls Heddle. PyTorch's own wheel loads the
// vendor's runtime for all of the process, and the loader would give the extension that one's
// cudaMalloc. So the extension has functions of these names itself (made by make_calls), which jump
// to libheddle.so's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)
extern void* heddle_torch_calls[];
extern const char heddle_torch_names[];  // one behind the other, then an empty one
void heddle_torch_bind(void);
#pragma GCC visibility pop

static void missing(const char* what) {
  fprintf(stderr, "heddle: an extension of PyTorch does not find Heddle: %s\n", what);
  _exit(2);
}

// Before other constructors: they register kernels.
void heddle_torch_bind(void) {
  // Tensors of the CPU are used when a call returns, so a kernel must have ended by then.
  setenv("CUDA_LAUNCH_BLOCKING", "1", 0);
  // Heddle's calls of itself are not the vendor's, either.
  void* library = dlopen("libheddle.so", RTLD_NOW | RTLD_DEEPBIND);
  if (!library) missing(dlerror());
  size_t at = 0;
  for (const char* name = heddle_torch_names; *name; name += strlen(name) + 1) {
    void* call = dlsym(library, name);
    if (!call) missing(dlerror());
    heddle_torch_calls[at++] = call;
  }
}
