// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program by bench/suite: how long its parallel part takes, from the first kernel
// launch or parallel region to the end of the last one, with what the host does in between. At its
// end the program writes to the file $SPAN: seconds by the clock, seconds on all CPUs, number of
// launches or regions. Programs that set a number of threads of their own get the one of
// OMP_NUM_THREADS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  double clock, cpu;
} Moment;
static Moment begin, end;
static long count;
static int open;  // work was started whose end nobody has waited for

static double seconds(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Moment now(void) {
  const Moment m = {seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
  return m;
}

static void starts(void) {
  if (count++ == 0) begin = now();
  open = 1;
}

static void ended(void) {
  if (!open) return;
  end = now();
  open = 0;
}

static void* real(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found) return found;
  fprintf(stderr, "bench/suite: no %s\n", name);
  abort();
}

__attribute__((destructor)) static void write_span(void) {
  const char* file = getenv("SPAN");
  if (count == 0 || !file) return;
  ended();
  FILE* out = fopen(file, "w");
  if (!out) return;
  fprintf(out, "%.9f %.9f %ld\n", end.clock - begin.clock, end.cpu - begin.cpu, count);
  fclose(out);
}

// g++'s calls for a parallel region; the two forms of other schedules have the loop's bounds
// besides.
void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  starts();
  ((__typeof__(&GOMP_parallel))real(__func__))(body, data, threads, flags);
  ended();
}

#define LOOP(name)                                                                               \
  void name(void (*body)(void*), void* data, unsigned threads, long first, long last, long step, \
            long chunk, unsigned flags) {                                                        \
    starts();                                                                                    \
    ((__typeof__(&name))real(__func__))(body, data, threads, first, last, step, chunk, flags);   \
    ended();                                                                                     \
  }
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)

void omp_set_num_threads(int asked) {
  const char* threads = getenv("OMP_NUM_THREADS");
  ((void (*)(int))real(__func__))(threads ? atoi(threads) : asked);
}

// Launches, and the calls that wait for them.
typedef struct {
  unsigned x, y, z;
} Dim;

int cudaLaunchKernel(const void* function, Dim grid, Dim block, void** arguments, size_t shared,
                     void* stream) {
  starts();
  return ((__typeof__(&cudaLaunchKernel))real(__func__))(function, grid, block, arguments, shared,
                                                         stream);
}

#define WAIT(name)                                        \
  int name(void) {                                        \
    const int status = ((int (*)(void))real(__func__))(); \
    ended();                                              \
    return status;                                        \
  }
WAIT(cudaDeviceSynchronize)
WAIT(cudaThreadSynchronize)

int cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
  const int status = ((__typeof__(&cudaMemcpy))real(__func__))(to, from, bytes, kind);
  ended();
  return status;
}
