// SPDX-License-Identifier: Apache-2.0
// `heddle run`: its cache and its exit codes. The programs launch nothing.
#include <gtest/gtest.h>

#include "frontend/tool.h"

namespace heddle::frontend {
namespace {

constexpr const char* kPrintsHeader =
    "#include <cstdio>\n#include \"value.h\"\nint main() { printf(\"%d\\n\", VALUE); }\n";

TEST(Run, ExitCodeAndArgumentsAreThePrograms) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu",
            "#include <cstdio>\n#include <cstring>\n"
            "int main(int n, char** v) { puts(v[n - 1]); return strlen(v[1]); }\n");
  const Outcome outcome = box.shell("heddle run a.cu -O1 -- four 'two words'");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_EQ(outcome.out, "two words\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(Run, SignalsAreThePrograms) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", "#include <cstdlib>\nint main() { abort(); }\n");
  EXPECT_EQ(box.shell("heddle run a.cu").status, 128 + 6);
}

TEST(Run, OverflowOfHostCodeWrapsAround) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu",
            "#include <cstdio>\n#include <vector>\nint main() {\n  const int n = 1000000;\n"
            "  std::vector<int> squares(n);\n"
            "  for (int i = 0; i < n; ++i) squares[i] = (int)((unsigned)i * (unsigned)i);\n"
            "  for (int i = 0; i < n; ++i)\n    if (squares[i] != i * i) return 1;\n}\n");
  EXPECT_EQ(box.shell("heddle run a.cu").status, 0);
}

TEST(Run, SecondRunNeedsNoCompiler) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", kPrintsHeader);
  box.write("value.h", "#define VALUE 1\n");
  EXPECT_EQ(box.shell("heddle run a.cu").out, "1\n");
  const std::string count = "find cache/programs -name program | wc -l";
  EXPECT_EQ(box.shell(count).out, "1\n");
  const std::string stamp = "find cache/programs -name program -printf '%i %T@'";
  const std::string before = box.shell(stamp).out;
  EXPECT_EQ(box.shell("heddle run a.cu").out, "1\n");
  EXPECT_EQ(box.shell(stamp).out, before);
}

TEST(Run, AnotherGpuCompilesAnew) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu",
            "#include <cstdio>\nint main() { printf(\"%d\\n\", (int)__CUDA_ARCH_LIST__); }\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=h200 heddle run a.cu").out, "900\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=a100 heddle run a.cu").out, "800\n");
  EXPECT_EQ(box.shell("HEDDLE_GPU=h200 heddle run a.cu").out, "900\n");
}

TEST(Run, AChangedHeaderOrOptionCompilesAnew) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", kPrintsHeader);
  box.write("value.h", "#define VALUE 1\n");
  EXPECT_EQ(box.shell("heddle run a.cu").out, "1\n");
  box.write("value.h", "#define VALUE 2\n");
  EXPECT_EQ(box.shell("heddle run a.cu").out, "2\n");
  box.write("value.h", "#ifndef VALUE\n#define VALUE 3\n#endif\n");
  EXPECT_EQ(box.shell("heddle run a.cu -DVALUE=4").out, "4\n");
  EXPECT_EQ(box.shell("heddle run a.cu").out, "3\n");
}

TEST(Run, ProgramsStartedTogetherShareOneEntry) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", kPrintsHeader);
  box.write("value.h", "#define VALUE 5\n");
  EXPECT_EQ(box.shell("for i in 1 2 3; do heddle run a.cu & done; wait").out, "5\n5\n5\n");
  EXPECT_EQ(box.shell("ls cache/programs | wc -l").out, "1\n");
}

TEST(Run, AReadOnlyCacheIsNoObstacle) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", kPrintsHeader);
  box.write("value.h", "#define VALUE 6\n");
  box.write("blocked", "");  // a file where the cache directory should be
  EXPECT_EQ(box.shell("HEDDLE_CACHE_DIR=blocked heddle run a.cu").out, "6\n");
}

TEST(Run, SeveralInputsAndTheirHeaders) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", "int other();\nint main() { return other(); }\n");
  box.write("b.cpp", "#include \"value.h\"\nint other() { return VALUE; }\n");
  box.write("value.h", "#define VALUE 11\n");
  EXPECT_EQ(box.shell("heddle run a.cu b.cpp").status, 11);
  box.write("value.h", "#define VALUE 12\n");
  EXPECT_EQ(box.shell("heddle run a.cu b.cpp").status, 12);
}

// As the terminal does it: the signal goes to the tool and its compilers alike.
TEST(Run, CtrlCWhileCompilingLeavesNothing) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu",
            "#include <regex>\n#include <map>\n"
            "int main() { std::regex r(\"a+\"); return std::regex_match(\"aa\", r); }\n");
  box.write("tmp/.keep", "");
  const Outcome outcome = box.shell(
      "export TMPDIR=$PWD/tmp\n"
      "setsid --wait bash -c 'trap : INT; (sleep 0.3; kill -INT 0) & \"$0\" run a.cu; exit $?' "
      "$TOOL");
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(box.shell("ls tmp cache/programs | grep -c heddle").out, "0\n");
  EXPECT_EQ(box.shell("ls cache/programs").out, "");
}

// The headers that every program begins with are parsed first where no cache has them.
TEST(Run, CtrlCWhileHeadersAreParsedEndsIt) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", "int main() { return 1; }\n");
  box.write("tmp/.keep", "");
  const Outcome outcome = box.shell(
      "export TMPDIR=$PWD/tmp HEDDLE_CACHE_DIR=$PWD/cold HEDDLE_CACHE_SIZE=1G\n"
      "setsid --wait bash -c 'trap : INT\n"
      "  (for i in {1..500}; do sleep 0.01; ls tmp/*/messages > ls.out 2>&1 && break; done; kill "
      "-INT 0) &\n"
      "  \"$0\" run a.cu; exit $?' $TOOL");
  EXPECT_EQ(outcome.status, 130) << outcome.err;
}

TEST(Run, AFailedCompilationLeavesNothing) {
  const Sandbox box(Sandbox::Cache::kOwn);
  box.write("a.cu", "int main() { return undeclared; }\n");
  EXPECT_EQ(box.shell("heddle run a.cu").status, 1);
  EXPECT_EQ(box.shell("ls cache/programs | wc -l").out, "0\n");
}

}  // namespace
}  // namespace heddle::frontend
