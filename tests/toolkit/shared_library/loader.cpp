// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

int main() {
  void* plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return 2;
  auto* triangle = reinterpret_cast<int (*)(int)>(dlsym(plugin, "triangle"));
  return triangle == nullptr || triangle(33) != 33 * 32 / 2;
}
