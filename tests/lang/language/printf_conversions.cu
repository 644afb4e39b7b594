// SPDX-License-Identifier: Apache-2.0
// printf in device code: every conversion, flag, width and size that the documents list, formats
// that differ by lane, the lines of one thread in their order, more than 32 arguments.
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "../check.h"

// The same calls in the kernel and on the host; TO(...) is what prints.
#define PRINT(TO, i, v)                                                                           \
  TO("%u:1 %d|%i|%u|%o|%x|%X|%c|%s|%%\n", i, (int)v, -(int)(v >> 4), v, v, v, v,                  \
     'A' + (int)(v % 26), v % 2 ? "odd" : "even");                                                \
  TO("%u:2 %5d|%-5d|%+d|% d|%05d|%.4d|%#x|%#o|%8.3d|%*d|%-*d|%.*d\n", i, (int)(v % 100),          \
     (int)(v % 100), (int)(v % 9), (int)(v % 9), (int)(v % 77), (int)(v % 55), v % 300, v % 300,  \
     (int)(v % 44), 7, (int)(v % 33), 6, (int)(v % 22), 5, (int)(v % 11));                        \
  TO("%u:3 %ld|%lu|%lx|%lld|%llu|%llX|%hd|%hu|%hx\n", i, -(long)v, (unsigned long)v * 77,         \
     (unsigned long)v << 20, -(long long)v * 0x10001, (unsigned long long)v << 30,                \
     (unsigned long long)v * 0x123456789, (short)v, (unsigned short)v, (unsigned short)(v >> 3)); \
  if (v % 3)                                                                                      \
    TO("%u:4 %e|%E|%f|%g|%G|%a|%A|%10.2f|%-10.1e|%+.3g|%#.0f|%.*f|%010.4f\n", i, v * 0.37,        \
       v * 1e-9, v * 0.001, v * 1e5, v * 1e-20, v * 0.5, v * 0.25, v % 999 * 0.125, v * 3.5,      \
       v * 0.011, (double)(v % 50), (int)(v % 5), v * 0.003, v % 1000 * 0.77);                    \
  TO(v % 2 ? "%u:5 first %d %s\n" : "%u:5 second %x %s\n", i, v % 1000, "x");

#define MANY                                                                                       \
  "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d %d %s\n", 1, 2, 3, 4, 5, 6, 7, \
      8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, "seven"

__global__ void kernel(const unsigned* in) {
  const unsigned i = check::gid(), v = in[i];
  PRINT(printf, i, v)
}

__global__ void others(void* p, int* results) {
  if (threadIdx.x == 37) results[0] = printf("pointer %p\n", p);
  if (threadIdx.x == 38) results[1] = printf(MANY);
  if (threadIdx.x == 39) results[2] = printf("none\n");
  if (threadIdx.x == 40) results[3] = printf("%s|%10s|%-10s|%.2s|\n", "abc", "abc", "abc", "abc");
}

std::string printed;
template <class... A>
void remember(const char* format, A... values) {
  char line[512];
  snprintf(line, sizeof line, format, values...);
  printed += line;
}

int main() {
  constexpr unsigned blocks = 3, threads = 50, n = blocks * threads;
  unsigned in[n];
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i);
  unsigned* device_in = check::device_array<unsigned>(n);
  int *device_results = check::device_array<int>(4), results[4];
  check::cuda(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice), "in");

  char name[] = "/tmp/printf_conversions.XXXXXX";
  const int file = mkstemp(name), saved = dup(1);
  unlink(name);
  fflush(stdout);
  dup2(file, 1);
  kernel<<<blocks, threads>>>(device_in);
  others<<<1, 64>>>(device_in, device_results);
  const cudaError_t error = cudaDeviceSynchronize();
  fflush(stdout);
  dup2(saved, 1);
  check::cuda(error, "kernels");
  cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost);
  // Any block may print first: each line stands behind another one's end, the first one behind
  // this.
  std::string text(1 << 20, '\n');
  lseek(file, 0, SEEK_SET);
  const ssize_t length = read(file, &text[1], text.size() - 1);
  text.resize(1 + (length > 0 ? (size_t)length : 0));

  for (unsigned i = 0; i < n; ++i) {
    printed.clear();
    const unsigned v = in[i];
    PRINT(remember, i, v)
    // Each line is there, behind the thread's line before it.
    size_t at = 0;
    for (size_t begin = 0; begin < printed.size();) {
      const size_t end = printed.find('\n', begin) + 1;
      const std::string line = printed.substr(begin, end - begin);
      const size_t found = text.find("\n" + line);
      if (found == std::string::npos || found < at) {
        check::report("line missing or too early", check::thread_at({threads, 1, 1}, blocks, i), i,
                      v);
        fprintf(stderr, "  %s", line.c_str());
      }
      at = found;
      begin = end;
    }
  }
  char pointer[64];
  snprintf(pointer, sizeof pointer, "pointer %p\n", (void*)device_in);
  check::that(text.find(pointer) != std::string::npos, "%p");
  check::that(text.find("12345678912345678912345678912345 %d %s\n") != std::string::npos,
              "conversions behind 32 arguments stay as they are");
  check::that(text.find("none\n") != std::string::npos, "no conversion");
  check::that(text.find("abc|       abc|abc       |ab|\n") != std::string::npos, "strings");
  check::equal(results[0], 1, "number of arguments");
  check::equal(results[1], 32, "of which no more than 32 count");
  check::equal(results[2], 0, "none");
  check::equal(results[3], 4, "four");
  return check::result();
}
