// SPDX-License-Identifier: Apache-2.0
// Lanes leave a loop one by one that keeps more values than a narrow CPU's registers hold: at two
// places by what they computed, some after the last iteration, some in the first. With AVX2 it runs
// for parts of the warp; what a lane leaves with, and when, is its own all the same.
#include "../check.h"

struct Body {
  float x, y, vx, vy, weight, heat, age;
};

HD static float fly(unsigned i, const unsigned* in) {
  Body b{};
  b.x = static_cast<float>(in[i] % 4096) / 1024 - 2;
  b.y = static_cast<float>(in[i + 1] % 4096) / 1024;
  b.vx = static_cast<float>(in[i + 2] % 256) / 1024 - 0.125f;
  b.vy = static_cast<float>(in[i + 3] % 256) / 1024 - 0.125f;
  b.weight = 1, b.heat = 0.5f;
  int step = 0;
  for (; step < 200; ++step) {
    b.x += b.vx, b.y += b.vy;
    if (b.x < -4 || b.x > 4 || b.y > 4) break;
    if (b.y < 0) {
      b.y = -b.y, b.vy = -b.vy, b.weight *= 0.75f;
      b.heat += 0.25f;
    }
    if (b.weight < 0.125f) {
      b.age += 1024;
      break;
    }
    b.vy -= 0x1p-10f;
    b.age = b.age * 0.5f + b.heat;
    b.heat *= 0.5f;
  }
  return b.x + 4 * b.y + 16 * b.weight + 64 * b.heat + b.age;
}

HD static unsigned bits_of(unsigned i, const unsigned* in) {
  const float result = fly(i, in);
  unsigned bits;
  memcpy(&bits, &result, sizeof(bits));
  return bits;
}

int main() {
  check::each<bits_of>("a loop that lanes leave one by one");
  return check::result();
}
