// SPDX-License-Identifier: Apache-2.0
// Bytes of text.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void upper_case(int i, int n, char* o, const char* a) {
  char c = a[i];
  o[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
}

ELEMENT void hexadecimal(int i, int n, Byte* o, const Byte* a) {
  int h = a[i] >> 4, l = a[i] & 15;
  o[2 * i] = h < 10 ? '0' + h : 'a' + h - 10;
  o[2 * i + 1] = l < 10 ? '0' + l : 'a' + l - 10;
}

ELEMENT void base64(int i, int n, Byte* o, const Byte* a) {
  Word v = a[3 * i] << 16 | a[3 * i + 1] << 8 | a[3 * i + 2];
  for (int k = 0; k < 4; ++k) {
    int c = v >> (18 - 6 * k) & 63;
    o[4 * i + k] = c < 26    ? 'A' + c
                   : c < 52  ? 'a' + c - 26
                   : c < 62  ? '0' + c - 52
                   : c == 62 ? '+'
                             : '/';
  }
}

ELEMENT void hash_of_bytes(int i, int n, Word* o, const Byte* a) {
  Word h = 2166136261u;
  for (int k = 0; k < 16; ++k) h = (h ^ a[16 * i + k]) * 16777619u;
  o[i] = h;
}

ELEMENT void encrypt(int i, int n, Byte* o, const Byte* a, const Byte* key) {
  for (int k = 0; k < 16; ++k) o[16 * i + k] = a[16 * i + k] ^ key[k];
}

ELEMENT void sum_of_shorts(int i, int n, int* o, const short* a) {
  int s = 0;
  for (int k = 0; k < 8; ++k) s += a[8 * i + k];
  o[i] = s;
}

ELEMENT void starts_of_words(int i, int n, Byte* o, const Byte* a) {
  bool s = a[i] > 32, p = i > 0 && a[i - 1] > 32;
  o[i] = s && !p;
}

ELEMENT void parse_number(int i, int n, int* o, const Byte* a) {
  int v = 0;
  for (int k = 0; k < 8; ++k) v = v * 10 + (a[8 * i + k] - '0');
  o[i] = v;
}

ELEMENT void checksum(int i, int n, Word* o, const Byte* a, const Word* t) {
  Word c = ~0u;
  for (int k = 0; k < 16; ++k) c = t[(c ^ a[16 * i + k]) & 255] ^ c >> 8;
  o[i] = ~c;
}

ELEMENT void edit_distance(int i, int n, Byte* o, const Byte* a, const Byte* b) {
  Byte r[9];
  for (int k = 0; k <= 8; ++k) r[k] = k;
  for (int j = 0; j < 8; ++j) {
    Byte d = r[0];
    r[0] = j + 1;
    for (int k = 0; k < 8; ++k) {
      Byte t = r[k + 1];
      int c = d + (a[8 * i + j] != b[8 * i + k]);
      int e = (r[k] < t ? r[k] : t) + 1;
      r[k + 1] = c < e ? c : e;
      d = t;
    }
  }
  o[i] = r[8];
}

ELEMENT void count_differing_bytes(int i, int n, int* o, const Byte* a, const Byte* b) {
  int c = 0;
  for (int k = 0; k < 16; ++k) c += a[16 * i + k] != b[16 * i + k];
  o[i] = c;
}

ELEMENT void reverse_bytes(int i, int n, Byte* o, const Byte* a) {
  for (int k = 0; k < 8; ++k) o[8 * i + k] = a[8 * i + 7 - k];
}

ELEMENT void starts_of_runs(int i, int n, Byte* o, const Byte* a) {
  o[i] = i == 0 || a[i] != a[i - 1];
}

static std::vector<Row> text() {
  return {
      {"upper case",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<char>(n);
         auto* a = d.below<char>(n, 128);
         return along<upper_case>(n, o, a);
       }},
      {"hexadecimal",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(2 * n);
         auto* a = d.bits<Byte>(n);
         return along<hexadecimal>(n, o, a);
       }},
      {"base64",
       [](Data& d) {
         const int n = 50000;
         auto* o = d.bits<Byte>(4 * n);
         auto* a = d.bits<Byte>(3 * n);
         return along<base64>(n, o, a);
       }},
      {"a hash of 16 bytes",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<Word>(n);
         auto* a = d.bits<Byte>(16 * n);
         return along<hash_of_bytes>(n, o, a);
       }},
      {"16 bytes by a key",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<Byte>(16 * n);
         auto* a = d.bits<Byte>(16 * n);
         auto* k = d.bits<Byte>(16);
         return along<encrypt>(n, o, a, k);
       }},
      {"sums of eight shorts",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<short>(8 * n);
         return along<sum_of_shorts>(n, o, a);
       }},
      {"starts of words",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.below<Byte>(n, 64);
         return along<starts_of_words>(n, o, a);
       }},
      {"numbers of eight digits",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.bits<int>(n);
         auto* a = d.array<Byte>(8 * n, [&](std::size_t) { return '0' + d.random() % 10; });
         return along<parse_number>(n, o, a);
       }},
      {"a checksum by a table",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<Word>(n);
         auto* a = d.bits<Byte>(16 * n);
         auto* t = d.bits<Word>(256);
         return along<checksum>(n, o, a, t);
       }},
      {"edit distances of eight bytes",
       [](Data& d) {
         const int n = 10000;
         auto* o = d.bits<Byte>(n);
         auto* a = d.below<Byte>(8 * n, 4);
         auto* b = d.below<Byte>(8 * n, 4);
         return along<edit_distance>(n, o, a, b);
       }},
      {"bytes of two rows that differ",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<int>(n);
         auto* a = d.below<Byte>(16 * n, 2);
         auto* b = d.below<Byte>(16 * n, 2);
         return along<count_differing_bytes>(n, o, a, b);
       }},
      {"eight bytes in reverse",
       [](Data& d) {
         const int n = 40000;
         auto* o = d.bits<Byte>(8 * n);
         auto* a = d.bits<Byte>(8 * n);
         return along<reverse_bytes>(n, o, a);
       }},
      {"starts of runs of bytes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.below<Byte>(n, 2);
         return along<starts_of_runs>(n, o, a);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
