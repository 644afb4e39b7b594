// SPDX-License-Identifier: Apache-2.0
// A function behind a pointer finds its variables in a kernel of another module: they are those of
// the module that it came from, also when that was unloaded and loaded again.
#include "driver.h"

constexpr unsigned kThreads = 96;

struct Pointed {
  CUmodule module = nullptr;
  CUdeviceptr table = 0, counted = 0;
  void* function = nullptr;
};

Pointed load(unsigned first) {
  Pointed p;
  CUdeviceptr pointed;
  OK(cuModuleLoad(&p.module, "pointed.fatbin"));
  OK(cuModuleGetGlobal(&p.table, nullptr, p.module, "table"));
  OK(cuModuleGetGlobal(&p.counted, nullptr, p.module, "counted"));
  OK(cuModuleGetGlobal(&pointed, nullptr, p.module, "pointed"));
  OK(cuMemcpyDtoH(&p.function, pointed, sizeof p.function));
  unsigned table[32];
  for (unsigned i = 0; i < 32; ++i) table[i] = first + 3 * i;
  OK(cuMemcpyHtoD(p.table, table, sizeof table));
  return p;
}

unsigned wanted(unsigned first, unsigned i) {
  return first + 3 * (i % 32) + (5 + i % 4) * 1000 + (i + 1) * 100000;
}

unsigned long long counted(const Pointed& p) {
  unsigned long long sum = 0;
  OK(cuMemcpyDtoH(&sum, p.counted, sizeof sum));
  return sum;
}

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUmodule callers;
  OK(cuModuleLoad(&callers, "callers.fatbin"));
  CUdeviceptr out;
  OK(cuMemAlloc(&out, kThreads * 4));
  unsigned got[kThreads];
  unsigned long long own = 0;

  for (unsigned first : {10, 700}) {
    Pointed p = load(first);
    void* arguments[] = {&p.function, &out};
    OK(cuLaunchKernel(function(callers, "call"), 1, 1, 1, kThreads, 1, 1, 0, nullptr, arguments,
                      nullptr));
    OK(cuMemcpyDtoH(got, out, sizeof got));
    unsigned long long sum = 0;
    for (unsigned i = 0; i < kThreads; ++i) {
      if (i % 3 == 0) {
        THAT(got[i] < 100);
        continue;
      }
      THAT(got[i] == wanted(first, i));
      sum += i;
    }
    THAT(counted(p) == sum);
    OK(cuModuleUnload(p.module));
  }
  CUdeviceptr wrong;
  OK(cuModuleGetGlobal(&wrong, nullptr, callers, "wrong"));
  unsigned long long numbers[4];
  OK(cuMemcpyDtoH(numbers, wrong, sizeof numbers));
  for (unsigned long long n : numbers) own += n;
  THAT(own == 10 + 2 * kThreads / 3);

  // Loaded twice, a function is one, and each kernel's own variables count.
  Pointed a = load(20), b = load(900);
  for (Pointed* p : {&a, &b}) {
    void* arguments[] = {&out};
    OK(cuLaunchKernel(function(p->module, "call_pointed"), 1, 1, 1, kThreads, 1, 1, 0, nullptr,
                      arguments, nullptr));
    OK(cuMemcpyDtoH(got, out, sizeof got));
    for (unsigned i = 0; i < kThreads; ++i) THAT(got[i] == wanted(p == &a ? 20 : 900, i));
    THAT(counted(*p) == kThreads * (kThreads - 1) / 2);
  }
  std::puts("functions find their own variables");
  return 0;
}
