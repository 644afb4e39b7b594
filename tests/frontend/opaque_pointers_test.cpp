// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/opaque_pointers.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

struct Line {
  const char* typed;
  const char* opaque;
};

constexpr Line kLines[] = {
    {"define void @f(i32* %p)", "define void @f(ptr %p)"},
    {"i32 addrspace(1)* %p", "ptr addrspace(1) %p"},
    {"i32 addrspace( 3 ) * %p", "ptr addrspace( 3 ) %p"},
    {"i8** %p, i8 addrspace(1)** %q", "ptr %p, ptr %q"},
    {"i8* addrspace(5)* %p", "ptr addrspace(5) %p"},
    {"%struct.S* %p, %\"a b*\"* %q, %0* %r", "ptr %p, ptr %q, ptr %r"},
    {"[4 x <2 x float*>]* %p", "ptr %p"},
    {"<2 x float*> %p", "<2 x ptr> %p"},
    {"%T = type { %T*, i32 }", "%T = type { ptr, i32 }"},
    {"<{ i8, i16 }>* %p", "ptr %p"},
    {"void ()* @f, i32 (i8*, ...)* @g", "ptr @f, ptr @g"},
    {"i8* (i32*)* (i64)* @f", "ptr @f"},
    {"call i32 (i8*, ...) @f(i8* %p)", "call i32 (ptr, ...) @f(ptr %p)"},
    {"[2 x i32 (i32)*] [i32 (i32)* @f, i32 (i32)* @g]", "[2 x ptr] [ptr @f, ptr @g]"},
    {"getelementptr ([4 x i8], [4 x i8] addrspace(4)* @s, i64 0)",
     "getelementptr ([4 x i8], ptr addrspace(4) @s, i64 0)"},
    {"bitcast (i8* addrspacecast (i32 addrspace(1)* @x to i8*) to i8*)",
     "bitcast (ptr addrspacecast (ptr addrspace(1) @x to ptr) to ptr)"},
    {"c\"i32* \\22;\" ; i32* in a comment\n@\"x*y\" = global i32* null",
     "c\"i32* \\22;\" ; i32* in a comment\n@\"x*y\" = global ptr null"},
    {"declare void @f(%S* nocapture byval align 8, i32* dereferenceable(4) sret %p)",
     "declare void @f(ptr nocapture byval(%S) align 8, ptr dereferenceable(4) sret(i32) %p)"},
    {"call void @f([2 x i8*]* byval %p)", "call void @f(ptr byval([2 x ptr]) %p)"},
    {"(ptr byval(%S) align 8 %p, ptr addrspace(1) %q)",
     "(ptr byval(%S) align 8 %p, ptr addrspace(1) %q)"},
    {"i32\n  (i32)\n* %p", "ptr\n\n %p"},
    {"* %p", "* %p"},
    {")* %p", ")* %p"},
    {"", ""},
};

TEST(OpaquePointers, EachFormOfType) {
  for (const Line& line : kLines) {
    EXPECT_EQ(use_opaque_pointers(line.typed).text, line.opaque) << line.typed;
    // The new dialect stays as it is.
    EXPECT_EQ(use_opaque_pointers(line.opaque).text, line.opaque);
  }
}

TEST(OpaquePointers, KnowsWherePlacesWere) {
  const std::string typed = "define void @f(i32 addrspace(1)* %p, i8** %q) {\n  x\n}";
  const OpaqueText made = use_opaque_pointers(typed);
  for (const char* word : {"@f", "%p", "%q", "x", "}"}) {
    EXPECT_EQ(made.original(made.text.find(word)), typed.find(word)) << word;
  }
}

}  // namespace
}  // namespace heddle::frontend
