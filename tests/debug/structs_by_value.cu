// SPDX-License-Identifier: Apache-2.0
// Structures that functions are given and return by value, of two to six floats or doubles, by
// calls, recursion and pointers: a callee changes its own copy only, also where the argument is
// changed between its evaluation and the call.
#include "../lang/check.h"

struct Five {
  float v[5];
};
struct Mixed {
  double a, b;
  int n;
  float c[2];
};
struct Six {
  double v[6];
};

HD float part(unsigned word) {
  return static_cast<float>(static_cast<int>(word) >> 12) * 0.125f;
}

HD float3 turned(float3 a, float4 by) {
  a.x += by.w;
  const float3 r = {a.y * by.x, a.z - by.y, a.x + by.z};
  a.y = by.x = -1;
  return r;
}
HD float4 joined(float3 a, float w) {
  return {a.z, w, a.x, a.y};
}
HD float2 ends(float4 a) {
  a.x *= 2;
  return {a.x, a.w};
}
HD Five shifted(Five a, int n) {
  for (float& x : a.v) x += static_cast<float>(n);
  return n > 0 ? shifted(a, n - 1) : a;
}
HD Mixed mixed(Mixed a) {
  ++a.n;
  a.b = a.a * 2 + a.c[1];
  a.c[0] = static_cast<float>(a.n);
  return a;
}
HD Six widened(Five a, Mixed m) {
  return {{a.v[0] + m.a, a.v[1] - m.b, a.v[2] * 2.0, a.v[3] + m.n, a.v[4] + m.c[0], m.c[1] * 3.0}};
}
HD float changed(Five* a, float by) {
  a->v[2] = by;
  return a->v[2] + 1;
}
HD float sum(Five a, float more) {
  float s = more;
  for (int i = 0; i < 5; ++i) s = s * 0.5f + a.v[i];
  a.v[2] = 1e6f;
  return s;
}

HD unsigned work(unsigned i, const unsigned* in) {
  const float3 a = {part(in[i]), part(in[i + 1]), part(in[i + 2])};
  const float4 b = {part(in[i + 3]), part(in[i + 4]), part(in[i + 5]), part(in[i + 6])};
  float3 (*const pointer)(float3, float4) = in[i] & 1 ? turned : turned;
  float3 t = turned(a, b);
  for (int k = 0; k < 3; ++k) t = k == 1 ? pointer(t, b) : turned(t, {0.5f, a.x, b.y, b.z});
  const float4 j = joined(t, a.y);
  const float2 e = ends(j);
  Five five = {{t.x, t.y, j.x, e.x, e.y}};
  const Five s = shifted(five, static_cast<int>(in[i] % 5));
  const Mixed m = mixed({a.x, b.y, static_cast<int>(in[i] & 255), {a.z, b.w}});
  const Six w = widened(s, m);
  double all = a.x + b.x + five.v[2];  // as they were
  all += sum(five, changed(&five, b.z));
  for (const double x : w.v) all = all * 0.75 + x;
  unsigned long long bits;
  memcpy(&bits, &all, 8);
  return static_cast<unsigned>(bits ^ bits >> 32);
}

int main() {
  check::each<work>("structures by value");
  return check::result();
}
