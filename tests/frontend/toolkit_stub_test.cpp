// SPDX-License-Identifier: Apache-2.0
// The name that the stub of a moved tree gives to programs.
#include "frontend/toolkit_stub.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

// A stub as packages have it, with room for `room` bytes.
std::string make_stub(const Sandbox& box, std::size_t room) {
  box.write("stub.c", "void cudaMalloc(void) {}\n");
  const std::string soname(room, '/');
  EXPECT_EQ(box.shell("cc -shared -fPIC stub.c -o stub.so -Wl,-soname," + soname).status, 0);
  return box.path("stub.so");
}

TEST(ToolkitStub, NamesWhereTheLibraryIs) {
  const Sandbox box;
  const std::string stub = make_stub(box, 64);
  for (const char* library :
       {"/a/long/folder/of/somebody/lib/libheddle.so", "/opt/lib/libheddle.so",
        "/a/longer/folder/of/somebody/else/lib/libheddle.so"}) {
    EXPECT_TRUE(refresh_stub(stub, library));
    EXPECT_EQ(stub_soname(stub), library);
  }
  box.write("main.c", "void cudaMalloc(void);\nint main(void) { cudaMalloc(); }\n");
  EXPECT_EQ(box.shell("cc main.c stub.so -o main && readelf -d main | grep -c "
                      "'NEEDED.*/a/longer/folder/of/somebody/else/lib/libheddle.so'")
                .out,
            "1\n");
}

TEST(ToolkitStub, KeepsItsLengthAndWhatFollows) {
  const Sandbox box;
  const std::string stub = make_stub(box, 40);
  const std::string before = box.read("stub.so");
  const std::string longest(40, 'x');
  EXPECT_TRUE(refresh_stub(stub, longest));
  EXPECT_FALSE(refresh_stub(stub, longest + "y"));
  EXPECT_EQ(stub_soname(stub), longest);
  EXPECT_EQ(box.read("stub.so").size(), before.size());
  EXPECT_EQ(box.shell("nm -D --defined-only stub.so | grep -c cudaMalloc").out, "1\n");
}

TEST(ToolkitStub, WhatIsNoStubIsLeftAlone) {
  const Sandbox box;
  box.write("text", "INPUT(libheddle.so)");
  EXPECT_FALSE(refresh_stub(box.path("text"), "/lib/libheddle.so"));
  EXPECT_EQ(box.read("text"), "INPUT(libheddle.so)");
  const std::string stub = make_stub(box, 40);
  const std::string whole = box.read("stub.so");
  for (std::size_t size = 0; size < whole.size(); size += 501) {
    box.write("cut", whole.substr(0, size));
    refresh_stub(box.path("cut"), "/lib/libheddle.so");
    EXPECT_EQ(box.read("cut").size(), size);
  }
}

}  // namespace
}  // namespace heddle::frontend
