// SPDX-License-Identifier: Apache-2.0
// printf in device code: conversions, lane-dependent arguments, under divergence, its result; every
// line arrives once, none is torn.
#include <fcntl.h>
#include <unistd.h>

#include "../check.h"

__global__ void kernel(const unsigned* in, int* results) {
  unsigned i = check::gid();
  const char* word = in[i] % 2 ? "odd" : "even";
  int r = -9;
  if (in[i] % 3)
    r = printf("<%u %d %s %.3f %llx %c %5d|%-4u|%%>\n", i, -(int)(in[i] % 100), word,
               in[i] % 64 * 0.125, in[i] * 0x100000001ull, 'a' + in[i] % 26, (int)(in[i] % 999),
               in[i] % 77);
  results[i] = r;
}

__global__ void plain() {
  if (threadIdx.x == 40) printf("only one\n");
}

int main() {
  const unsigned blocks = 3, threads = 50, n = blocks * threads;
  unsigned in[n];
  int results[n];
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i);
  unsigned* device_in = check::device_array<unsigned>(n);
  int* device_results = check::device_array<int>(n);
  check::cuda(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice), "in");

  char name[] = "/tmp/device_printf.XXXXXX";
  int file = mkstemp(name), saved = dup(1);
  unlink(name);
  fflush(stdout);
  dup2(file, 1);
  kernel<<<blocks, threads>>>(device_in, device_results);
  plain<<<1, 64>>>();
  cudaError_t error = cudaDeviceSynchronize();
  fflush(stdout);
  dup2(saved, 1);
  check::cuda(error, "kernel");
  check::cuda(cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost),
              "results");

  static char text[1 << 16];
  lseek(file, 0, SEEK_SET);
  ssize_t length = read(file, text, sizeof text - 1);
  text[length > 0 ? length : 0] = 0;
  unsigned lines = 0, want_lines = 1;
  for (char* c = text; *c; ++c) lines += *c == '\n';
  for (unsigned i = 0; i < n; ++i) {
    if (in[i] % 3 == 0) {
      check::equal(results[i], -9, "lane outside the branch");
      continue;
    }
    ++want_lines;
    char line[200];
    snprintf(line, sizeof line, "<%u %d %s %.3f %llx %c %5d|%-4u|%%>\n", i, -(int)(in[i] % 100),
             in[i] % 2 ? "odd" : "even", in[i] % 64 * 0.125, in[i] * 0x100000001ull,
             'a' + in[i] % 26, (int)(in[i] % 999), in[i] % 77);
    if (!strstr(text, line))
      check::report("line missing", check::thread_at({threads, 1, 1}, blocks, i), i, 0u);
    check::equal(results[i], 8, "result: the number of arguments");
  }
  check::equal(lines, want_lines, "number of lines");
  check::that(strstr(text, "only one\n") != nullptr, "line of one lane");
  return check::result();
}
