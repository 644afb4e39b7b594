// SPDX-License-Identifier: Apache-2.0
// loads VENDOR.so EXTENSION.so: the first for all of the process, then the second, as Python does.
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** names) {
  if (count != 3 || !dlopen(names[1], RTLD_NOW | RTLD_GLOBAL))
    return puts("FAIL: the other runtime"), 1;
  void* extension = dlopen(names[2], RTLD_NOW);
  if (!extension) return printf("FAIL: %s\n", dlerror()), 1;
  int (*compute)(int*) = (int (*)(int*))dlsym(extension, "compute");
  int (*copy)(const int*, int*, int) =
      (int (*)(const int*, int*, int))dlsym(extension, "copy_through_device");
  int out[40] = {0}, to[40] = {0};
  if (compute(out)) return puts("FAIL: launch"), 1;
  for (int i = 0; i < 40; ++i) {
    if (out[i] != (i ? i * i : -7)) return printf("FAIL: out[%d] is %d\n", i, out[i]), 1;
  }
  int (*fill)(void) = (int (*)(void))dlsym(extension, "fill");
  const int filled = fill();
  if (filled) return printf("FAIL: fill %d\n", filled), 1;
  if (copy(out, to, 40)) return puts("FAIL: copy"), 1;
  for (int i = 0; i < 40; ++i) {
    if (to[i] != out[i]) return printf("FAIL: to[%d] is %d\n", i, to[i]), 1;
  }
  puts("PASS");
  return 0;
}
