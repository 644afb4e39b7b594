// SPDX-License-Identifier: Apache-2.0
// Local arrays indexed at run time: every element width, two dimensions, arrays of structs, sorting
// in place, large arrays, an array as a stack, pointers into it handed on.
// heavy: 33 7x5x3
#include "../check.h"

template <class T>
HD unsigned widths(unsigned i, const unsigned* in) {
  T a[16];
  for (unsigned k = 0; k < 16; ++k) a[k] = static_cast<T>(in[i + k]);
  for (unsigned k = 0; k < 10; ++k)
    a[in[i + k] % 16] += a[(in[i + k] >> 8) % 16] + static_cast<T>(k);
  unsigned sum = 0;
  for (unsigned k = 0; k < 16; ++k) sum = sum * 31 + static_cast<unsigned>(a[k]);
  return sum;
}

HD unsigned two_dimensions(unsigned i, const unsigned* in) {
  unsigned m[4][5] = {};
  for (unsigned k = 0; k < 20; ++k) m[k % 4][in[i + k] % 5] += in[i + k];
  return m[in[i] % 4][in[i] % 5] + m[3][in[i + 1] % 5] * 3 + m[in[i + 2] % 4][0];
}

struct Item {
  unsigned char tag;
  unsigned key;
  double weight;
};

HD unsigned structs(unsigned i, const unsigned* in) {
  Item items[6];
  for (unsigned k = 0; k < 6; ++k) items[k] = {(unsigned char)k, in[i + k], in[i + k] % 9 * 0.5};
  Item* best = items;
  for (Item& item : items)
    if (item.weight > best->weight) best = &item;
  Item copy = *best;
  items[copy.key % 6] = copy;
  return copy.key + copy.tag + items[in[i] % 6].key * 3 + (unsigned)(best - items);
}

HD unsigned sort(unsigned i, const unsigned* in) {
  unsigned a[12], n = in[i] % 13;
  for (unsigned k = 0; k < n; ++k) a[k] = in[i + k];
  for (unsigned k = 1; k < n; ++k) {
    unsigned v = a[k], j = k;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1];
      --j;
    }
    a[j] = v;
  }
  unsigned h = 0;
  for (unsigned k = 0; k < n; ++k) h = check::mix(h ^ a[k]);
  return h;
}

HD unsigned large(unsigned i, const unsigned* in) {
  unsigned char seen[2048];
  for (unsigned k = 0; k < 2048; ++k) seen[k] = k;
  unsigned at = in[i] % 2048, steps = 0;
  while (seen[at] != 255 && steps < 60) {
    seen[at] = 255;
    at = (at * 5 + in[i + steps % 8]) % 2048;
    ++steps;
  }
  return at * 100 + steps;
}

HD unsigned explicit_stack(unsigned i, const unsigned* in) {
  unsigned stack[24], top = 0, visited = 0;
  stack[top++] = in[i] % 40 + 1;
  while (top) {
    unsigned node = stack[--top];
    visited = visited * 7 + node;
    if (node > 2) stack[top++] = node / 2;
    if (node > 3 && node % 3 && top < 23) stack[top++] = node / 3;
  }
  return visited;
}

HD __noinline__ void bump(unsigned* p, unsigned by) {
  *p += by;
}
HD unsigned handed_on(unsigned i, const unsigned* in) {
  unsigned a[4] = {1, 2, 3, 4};
  for (unsigned k = 0; k < in[i] % 5; ++k) bump(a + in[i + k] % 4, in[i + k]);
  unsigned scalar = in[i];
  bump(in[i] % 2 ? &scalar : &a[1], 77);
  return a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + scalar;
}

int main() {
  check::each<widths<unsigned char>>("8 bits");
  check::each<widths<unsigned short>>("16 bits");
  check::each<widths<unsigned>>("32 bits");
  check::each<widths<unsigned long long>>("64 bits");
  check::each<two_dimensions>("two dimensions");
  check::each<structs>("structs");
  check::each<sort>("insertion sort");
  check::each<large>("2 KB array");
  check::each<explicit_stack>("explicit stack");
  check::each<handed_on>("pointers into arrays");
  return check::result();
}
