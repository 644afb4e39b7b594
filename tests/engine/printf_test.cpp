// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "engine/rt/printf_format.h"

namespace heddle::test {
namespace {

// Packs as the compiler does: every argument aligned to its size.
class Packed {
 public:
  template <class T>
  Packed& operator<<(T value) {
    size_ = (size_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(bytes_ + size_, &value, sizeof value);
    size_ += sizeof value;
    return *this;
  }
  std::string print(const char* format, int* count = nullptr) {
    std::string out;
    const int n = engine::format_printf(format, bytes_, &out);
    if (count) *count = n;
    return out;
  }

 private:
  alignas(8) char bytes_[256] = {};
  std::size_t size_ = 0;
};

TEST(Printf, ConvertsEveryType) {
  int count = 0;
  Packed p;
  p << 3 << 2.5 << 'x' + 0 << "text" << 7LL << 0xffu;
  EXPECT_EQ(p.print("%d %f %c %s %lld %x\n", &count), "3 2.500000 x text 7 ff\n");
  EXPECT_EQ(count, 6);
}

TEST(Printf, LongIsEightBytesAndPointersAreHex) {
  Packed p;
  p << 1 << -5L << std::size_t{6} << (void*)0x1234;
  EXPECT_EQ(p.print("%i|%ld|%zu|%p"), "1|-5|6|0x1234");
}

TEST(Printf, FlagsWidthPrecisionAndStars) {
  Packed p;
  p << 42 << 6 << 2 << 3.14159 << 5 << "abcdefgh" << 10 << -7;
  EXPECT_EQ(p.print("%08d|%*.*f|%.*s|%-*d|"), "00000042|  3.14|abcde|-7        |");
}

TEST(Printf, ShortAndLongDoubleLengths) {
  Packed p;
  p << 65537 << 300 << 1.5 << 2.5e10;
  EXPECT_EQ(p.print("%hd %hhu %lf %Le"), "1 44 1.500000 2.500000e+10");
}

TEST(Printf, PercentAndUnknownLettersStand) {
  EXPECT_EQ(Packed().print("100%% %y %"), "100% %y %");
  EXPECT_EQ(Packed().print("plain"), "plain");
  int count = 0;
  Packed().print(nullptr, &count);
  EXPECT_EQ(count, -1);
}

TEST(Printf, LongStrings) {
  const std::string text(1000, 'z');
  Packed p;
  p << text.c_str() << 500 << 1;
  EXPECT_EQ(p.print("%s%*d"), text + std::string(499, ' ') + "1");
}

}  // namespace
}  // namespace heddle::test
