// SPDX-License-Identifier: Apache-2.0
// The headers before each .cu are parsed once, and nobody can tell but by the time.
#include "frontend/parsed_prologue.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "frontend/tool.h"
#include "support/cache_entry.h"

namespace heddle::frontend {
namespace {

constexpr const char* kProgram =
    "#include <cmath>\n#include <cstdio>\n"
    "__global__ void k(float* p) { p[threadIdx.x] = std::sqrt(p[threadIdx.x]); }\n"
    "int main() { std::printf(\"%d\\n\", CHAR_BIT); }\n";
constexpr const char* kEntries = "ls cache/headers | wc -l";

class ParsedPrologue : public testing::Test {
 protected:
  ParsedPrologue() { box_.write("a.cu", kProgram); }

  Outcome shell(const std::string& line) const {
    return box_.shell("export HEDDLE_CACHE_SIZE=1G\n" + line);
  }
  std::string entries() const { return box_.shell(kEntries).out; }

  // Both passes' files become such as clang refuses: of another version, say.
  void spoil() const {
    ASSERT_EQ(setenv("HEDDLE_CACHE_DIR", box_.path("cache").c_str(), 1), 0);
    const support::EntryKind kind = {"headers", "prologue.pch", 0600};
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(box_.path("cache/headers"))) {
      names.push_back(entry.path().filename());
    }
    ASSERT_EQ(names.size(), 2U);
    for (const std::string& name : names) {
      std::vector<std::string> files;
      ASSERT_TRUE(find_entry(kind, name, &files));
      std::filesystem::remove_all(box_.path("cache/headers/" + name));
      int error = 0;
      ASSERT_TRUE(store_entry(kind, name, "CPCH of somebody else", files, &error)) << error;
    }
    unsetenv("HEDDLE_CACHE_DIR");
  }
  // Those who are used and refused are made anew.
  std::string whole() const {
    return box_.shell("find cache/headers -name prologue.pch -size +1000k | wc -l").out;
  }

  Sandbox box_{Sandbox::Cache::kOwn};
};

TEST_F(ParsedPrologue, IsMadeOnceForEachPass) {
  EXPECT_EQ(shell("heddle cc a.cu -o a").status, 0);
  EXPECT_EQ(entries(), "2\n");
  const std::string stamp = "find cache/headers -name prologue.pch -printf '%i %T@\\n' | sort";
  const std::string before = box_.shell(stamp).out;
  box_.write("b.cu", kProgram);
  EXPECT_EQ(shell("heddle cc b.cu -o b").status, 0);
  EXPECT_EQ(box_.shell(stamp).out, before);
}

TEST_F(ParsedPrologue, GivesTheSameObjectsAsTheText) {
  EXPECT_EQ(shell("HEDDLE_CACHE_SIZE=0 heddle cc -O3 -g -c a.cu -o text.o").status, 0);
  EXPECT_FALSE(box_.has("cache/headers"));
  EXPECT_EQ(shell("heddle cc -O3 -g -c a.cu -o first.o").status, 0);
  EXPECT_EQ(shell("heddle cc -O3 -g -c a.cu -o second.o").status, 0);
  EXPECT_EQ(entries(), "2\n");
  EXPECT_EQ(box_.shell("objdump -s -j .text -j .data -j .rodata text.o | tail -n +4 > text; "
                       "for i in first second; do objdump -s -j .text -j .data -j .rodata $i.o | "
                       "tail -n +4 | cmp - text; done")
                .status,
            0);
}

TEST_F(ParsedPrologue, NamesTheSameFilesInRules) {
  const std::string sorted = " | tr -d '\\\\' | tr ' ' '\\n' | grep -o '[^/]*\\.[a-z]*$' | sort -u";
  EXPECT_EQ(shell("HEDDLE_CACHE_SIZE=0 heddle cc -c -MD -MF t.d a.cu -o a.o").status, 0);
  EXPECT_EQ(shell("heddle cc -c -MD -MF p.d a.cu -o a.o").status, 0);
  EXPECT_EQ(entries(), "2\n");
  EXPECT_EQ(box_.shell("cat p.d" + sorted).out, box_.shell("cat t.d" + sorted).out);
  EXPECT_NE(box_.shell("cat p.d").out.find("stdlib.h"), std::string::npos);
}

TEST_F(ParsedPrologue, IsInNoRuleWithoutSystemHeaders) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(shell("heddle cc -MMD -MP -c a.cu").status, 0);
    EXPECT_EQ(box_.read("a.d"), "a.o: a.cu\n");
  }
  EXPECT_EQ(shell("heddle cc -MD -MP -c a.cu").status, 0);
  EXPECT_EQ(box_.read("a.d").find("\na.cu:"), std::string::npos);
}

TEST_F(ParsedPrologue, IsUsedForRelocatableCode) {
  EXPECT_EQ(shell("heddle cc -c -rdc=true a.cu").status, 0);
  ASSERT_NO_FATAL_FAILURE(spoil());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(shell("heddle cc -c -rdc=true a.cu").status, 0);
  EXPECT_EQ(whole(), "2\n");
}

// As makefiles do it. Our headers are not the user's by that, so nothing is said of them, either.
TEST_F(ParsedPrologue, IsUsedWhereTheToolkitIsNamed) {
  const std::string all = "-Wall -Wextra -Wpedantic ";
  EXPECT_EQ(shell("heddle cc -c a.cu " + all).status, 0);
  ASSERT_NO_FATAL_FAILURE(spoil());
  const std::string folder = HEDDLE_LIBRARY_DIR "/../share/heddle/cuda/include";
  for (const std::string option : {"-I", "-I ", "-isystem "}) {
    const auto compiled = shell("heddle cc -c a.cu " + all + option + folder);
    EXPECT_EQ(compiled.status, 0);
    EXPECT_EQ(compiled.out + compiled.err, "");
  }
  EXPECT_EQ(whole(), "2\n");
  EXPECT_EQ(entries(), "2\n");
}

TEST_F(ParsedPrologue, OtherOptionsParseAnew) {
  EXPECT_EQ(shell("heddle cc -c a.cu").status, 0);
  EXPECT_EQ(shell("heddle cc -c -DNDEBUG a.cu").status, 0);
  EXPECT_EQ(entries(), "4\n");
}

// A header that the user puts into a folder of -I comes before the system's.
TEST_F(ParsedPrologue, AHeaderThatShadowsTheSystemsIsSeen) {
  box_.write("inc/other.h", "");
  EXPECT_EQ(shell("heddle cc -c -I inc a.cu").status, 0);
  EXPECT_EQ(shell("heddle cc -c -Iinc a.cu").status, 0);
  box_.write("inc/limits.h", "#error the user's own\n");
  for (const char* command : {"heddle cc -c -I inc a.cu", "heddle cc -c -Iinc a.cu"}) {
    const Outcome outcome = shell(command);
    EXPECT_NE(outcome.status, 0) << command;
    EXPECT_NE(outcome.err.find("the user's own"), std::string::npos) << outcome.err;
  }
  box_.write("deep/bits/types.h", "#error the user's own, too\n");
  EXPECT_NE(shell("heddle cc -c -Ideep a.cu").err.find("the user's own, too"), std::string::npos);
}

// Folders of -I that hide none of the headers change nothing, though one has a folder "memory".
TEST_F(ParsedPrologue, IsUsedWithFoldersOfTheUsers) {
  box_.write("inc/memory/other.h", "");
  box_.write("inc/bits/types/other.h", "");
  EXPECT_EQ(shell("heddle cc -c -I inc a.cu").status, 0);
  ASSERT_NO_FATAL_FAILURE(spoil());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(shell("heddle cc -c -I inc a.cu").status, 0);
  EXPECT_EQ(whole(), "2\n");
}

TEST_F(ParsedPrologue, WhatIsToBeReadBeforeItIsReadBefore) {
  box_.write("first.h", "#define _LIBCPP_FIRST 1\n#ifdef _STDLIB_H\n#error too late\n#endif\n");
  EXPECT_EQ(shell("heddle cc -c -include first.h a.cu").status, 0);
  box_.write("more/limits.h", "#error found by the environment\n");
  EXPECT_NE(shell("CPATH=more heddle cc -c a.cu").status, 0);
  EXPECT_FALSE(box_.has("cache/headers"));
}

// It is not a failure, and is mended.
TEST_F(ParsedPrologue, OneThatClangRefusesIsNotUsed) {
  EXPECT_EQ(shell("heddle cc -c a.cu").status, 0);
  ASSERT_NO_FATAL_FAILURE(spoil());
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = shell("heddle cc -c a.cu");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
  }
  EXPECT_EQ(whole(), "2\n");
}

TEST_F(ParsedPrologue, ErrorsAreSaidAsWithoutIt) {
  box_.write("b.cu", "__global__ void k(int* p) { p[0] = missing; }\nint main() {}\n");
  const Outcome text = shell("HEDDLE_CACHE_SIZE=0 heddle cc -c b.cu");
  const Outcome parsed = shell("heddle cc -c b.cu");
  EXPECT_EQ(entries(), "2\n");
  EXPECT_NE(parsed.status, 0);
  EXPECT_EQ(parsed.status, text.status);
  EXPECT_EQ(parsed.err, text.err);
}

}  // namespace
}  // namespace heddle::frontend
