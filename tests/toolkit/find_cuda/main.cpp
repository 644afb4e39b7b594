// SPDX-License-Identifier: Apache-2.0
int cuda_main();
int main() {
  return cuda_main();
}
