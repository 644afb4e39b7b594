// SPDX-License-Identifier: Apache-2.0
// The heap of device code: what is freed and used there.
// OPTIONS: --leak-check full
#include "planted.h"
__global__ void freed_twice(int* y) {
  int* p = static_cast<int*>(malloc(64));
  p[0] = y[0];
  y[0] = p[0];
  free(p);
  if (PLANT(true, false)) free(p);  // ERROR double-free
}
__global__ void deleted_twice(int* y) {
  int* p = new int[16];
  p[0] = y[0];
  y[0] = p[0];
  delete[] p;
  if (PLANT(true, false)) delete[] p;  // ERROR double-free
}
__global__ void freed_inside(int* y) {
  int* p = static_cast<int*>(malloc(64));  // ERROR leak
  p[0] = y[0];
  free(p + PLANT(4, 0));  // ERROR invalid-free
}
__global__ void freed_shared(int* y) {
  __shared__ int s[4];
  s[0] = y[0];
  if (PLANT(true, false)) free(s);  // ERROR invalid-free
  y[0] = s[0];
}
__global__ void freed_parameter(int* y) {
  if (PLANT(true, false)) free(y);  // ERROR invalid-free
}
__global__ void freed_local(int* y) {
  int s[4] = {y[0]};
  if (PLANT(true, false)) free(s);  // ERROR invalid-free
  y[0] = s[0];
}
__global__ void used_after(int* y) {
  int* p = static_cast<int*>(malloc(64));
  p[0] = y[0];
  if (PLANT(true, false)) free(p);
  y[0] = p[0];  // ERROR use-after-free (0,0,0)
  if (PLANT(false, true)) free(p);
}
__device__ int* kept;
__global__ void keep() {
  kept = new int(3);
}
__global__ void free_kept() {
  delete kept;
}
__global__ void uses(int* y) {
  y[0] = *kept;  // ERROR use-after-free (0,0,0)
}
__global__ void leaks(int* y) {
  int* p = static_cast<int*>(malloc(64));  // ERROR leak
  p[0] = y[0];
  y[1] = p[0];
  if (PLANT(false, true)) free(p);
}
__global__ void behind_the_end(int* y, int n) {
  char* p = static_cast<char*>(malloc(10));
  for (int i = 0; i < n; ++i) p[i] = i;  // ERROR out-of-bounds (0,0,0)
  y[2] = p[n / 2];
  free(p);
}
__global__ void unset(int* y) {
  int* p = static_cast<int*>(malloc(40));
  if (PLANT(false, true)) p[3] = 4;
  if (p[3] == 4) y[3] = 1;  // ERROR uninitialised (0,0,0)
  free(p);
}
__global__ void none_left(int* y) {
  int* p = static_cast<int*>(malloc(PLANT(1ull << 40, 16)));
  p[y[0]] = 1;         // ERROR null-pointer (0,0,0)
  y[5] = p[y[1] & 0];  // ERROR null-pointer (0,0,0)
  free(p);
}
int main() {
  int* y = make<int>(64);
  freed_twice<<<1, 1>>>(y);
  deleted_twice<<<1, 1>>>(y);
  freed_inside<<<1, 1>>>(y);
  freed_shared<<<1, 1>>>(y);
  freed_parameter<<<1, 1>>>(y);
  freed_local<<<1, 1>>>(y);
  used_after<<<1, 1>>>(y);
  keep<<<1, 1>>>();
  if (PLANT(true, false)) free_kept<<<1, 1>>>();
  uses<<<1, 1>>>(y);
  if (PLANT(false, true)) free_kept<<<1, 1>>>();
  leaks<<<1, 1>>>(y);
  behind_the_end<<<1, 1>>>(y, PLANT(11, 10));
  unset<<<1, 1>>>(y);
  none_left<<<1, 1>>>(y);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
  std::printf("done\n");
}
