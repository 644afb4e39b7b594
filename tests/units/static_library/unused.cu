// SPDX-License-Identifier: Apache-2.0
// Never pulled out of the archive: the function it needs does not exist.
void does_not_exist();
__global__ void never(unsigned* p) {
  *p = 1;
}
void unused() {
  does_not_exist();
  never<<<1, 1>>>(nullptr);
}
