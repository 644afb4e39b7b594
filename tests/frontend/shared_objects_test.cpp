// SPDX-License-Identifier: Apache-2.0
#include "frontend/shared_objects.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

TEST(SharedObjects, BecomeReferences) {
  EXPECT_EQ(
      refer_to_shared_objects("void f() {\n  __shared__ B a;\n}\n", {{2, 16}}),
      "void f() {\n  /*shared*/ B (&a) = __heddle_shared_object<struct __heddle_at_2_16>();\n}\n");
}

TEST(SharedObjects, SeveralOfADeclarationAndOfAFile) {
  const auto text = refer_to_shared_objects(
      "{ static __shared__ B a, b; }\n{ __shared__ C<1, 2> c; __shared__ B kept; }\n",
      {{1, 23}, {1, 26}, {2, 22}});
  EXPECT_EQ(text,
            "{        /*shared*/ B (&a) = __heddle_shared_object<struct __heddle_at_1_23>(), "
            "(&b) = __heddle_shared_object<struct __heddle_at_1_26>(); }\n"
            "{ /*shared*/ C<1, 2> (&c) = __heddle_shared_object<struct __heddle_at_2_22>(); "
            "__shared__ B kept; }\n");
}

TEST(SharedObjects, KeepTheirAlignment) {
  EXPECT_EQ(refer_to_shared_objects(
                "#define A alignas(2)\n alignas(C) __shared__ __align__((8) * 2) B a;", {{2, 45}}),
            "#define A alignas(2)\n alignas(C) /*shared*/ __align__((8) * 2) B (&a) = "
            "__heddle_shared_object<struct __heddle_at_2_45, __heddle_alignment<C>(), "
            "__heddle_alignment<(8) * 2>()>();");
}

// What is not understood stays, and clang's error with it.
TEST(SharedObjects, OtherDeclarationsStay) {
  const std::string macro = "#define S(n) __shared__ B n\n{ S(x); }\n";
  EXPECT_EQ(refer_to_shared_objects(macro, {{2, 5}}), macro);
  const std::string initialised = "{ __shared__ B b = 5; }\n";
  EXPECT_EQ(refer_to_shared_objects(initialised, {{1, 16}}), initialised);
}

}  // namespace
}  // namespace heddle::frontend
