// SPDX-License-Identifier: Apache-2.0
extern "C" int triangle(int n);
int main() {
  return triangle(45) != 45 * 44 / 2;
}
