// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <libgen.h>
#include <unistd.h>

#include <cstdio>
#include <string>

extern "C" int run_first(unsigned* host, unsigned n);
extern "C" int run_own(unsigned* host, unsigned n);
using Run = int (*)(unsigned*, unsigned);

static int check(const char* name, Run run, unsigned factor, unsigned term) {
  const unsigned n = 1001;
  unsigned p[n];
  for (unsigned i = 0; i < n; ++i) p[i] = i * 7919;
  if (run(p, n)) {
    std::fprintf(stderr, "FAIL %s: an error of the runtime\n", name);
    return 1;
  }
  for (unsigned i = 0; i < n; ++i) {
    if (p[i] == i * 7919 * factor + term) continue;
    std::fprintf(stderr, "FAIL %s: thread %u: expected %u got %u\n", name, i,
                 i * 7919 * factor + term, p[i]);
    return 1;
  }
  return 0;
}

int main() {
  int failed = check("linked library", run_first, 3, 1) | check("own kernel", run_own, 11, 7);
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  std::string library = std::string(dirname(path)) + "/libsecond.so";
  for (int again = 0; again < 3; ++again) {
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      std::fprintf(stderr, "FAIL dlopen: %s\n", dlerror());
      return 1;
    }
    failed |= check("opened library", reinterpret_cast<Run>(dlsym(handle, "run_second")), 5, 100);
    if (again != 1) dlclose(handle);
    failed |= check("linked library again", run_first, 3, 1);
  }
  return failed;
}
