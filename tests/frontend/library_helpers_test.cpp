// SPDX-License-Identifier: Apache-2.0
#include "frontend/library_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

// Made up, in the form that they have in GCC's library.
constexpr const char* kHeader =
    "template<typename T>\n"
    "  static void\n"
    "  __assign_one(T* to, T* from)\n"
    "  { *to = *from; }\n"
    "template<typename T>\n"
    "  static T* copy(T* to, T* from) { Copy<T>::__assign_one(to, from); return to; }\n"
    "static void other();\n";

TEST(LibraryHelpers, AreDeclaredForHostAndDevice) {
  const std::string text = share_helpers(kHeader, {{6, 45}});
  EXPECT_NE(text.find("static __attribute__((host)) __attribute__((device)) void\n  __assign_one("),
            std::string::npos);
  EXPECT_NE(text.find("Copy<T>::__assign_one(to, from)"), std::string::npos);
  EXPECT_NE(text.find("static void other()"), std::string::npos);
  EXPECT_EQ(std::ranges::count(text, '\n'), 7);
}

TEST(LibraryHelpers, StayWhereNobodyCallsThem) {
  EXPECT_EQ(share_helpers(kHeader, {}), kHeader);
}

}  // namespace
}  // namespace heddle::frontend
