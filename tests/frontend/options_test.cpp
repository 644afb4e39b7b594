// SPDX-License-Identifier: Apache-2.0
#include "frontend/options.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "frontend/failure.h"
#include "frontend/option_row.h"
#include "frontend/words.h"

namespace heddle::frontend {
namespace {

using Words = std::vector<std::string>;

Options parse(const Words& words) {
  return parse_options(words);
}

TEST(Options, EveryWayToGiveAValue) {
  EXPECT_EQ(parse({"-o", "x"}).output, "x");
  EXPECT_EQ(parse({"-o=x"}).output, "x");
  EXPECT_EQ(parse({"--output-file", "x"}).output, "x");
  EXPECT_EQ(parse({"--output-file=x"}).output, "x");
  EXPECT_EQ(parse({"-I", "a", "-Ib", "-I=c", "--include-path", "d,e"}).preprocessor,
            (Words{"-I", "a", "-I", "b", "-I", "c", "-I", "d", "-I", "e"}));
  EXPECT_EQ(parse({"-DA", "-D", "B=1", "-UA"}).preprocessor, (Words{"-DA", "-DB=1", "-UA"}));
  EXPECT_EQ(parse({"-DLIST=1\\,2\\,3"}).preprocessor, (Words{"-DLIST=1,2,3"}));
  EXPECT_EQ(parse({"-std=c++17"}).standard, "c++17");
  EXPECT_EQ(parse({"--std", "c++20"}).standard, "c++20");
}

TEST(Options, KindsOfTheRuntimeLibrary) {
  EXPECT_EQ(parse({}).runtime, CudaRuntime::kStatic);
  EXPECT_EQ(parse({"-cudart", "shared"}).runtime, CudaRuntime::kShared);
  EXPECT_EQ(parse({"--cudart=none"}).runtime, CudaRuntime::kNone);
  EXPECT_THROW(parse({"-cudart", "hybrid"}), Failure);
}

TEST(Options, LongerNamesWinOverTheirBeginnings) {
  EXPECT_EQ(parse({"-isystem", "a"}).preprocessor, (Words{"-isystem", "a"}));
  const Options options = parse({"-MD", "-MF", "x.d", "-lineinfo", "-lib", "-lm"});
  EXPECT_TRUE(options.dependency_file);
  EXPECT_EQ(options.dependency_output, "x.d");
  EXPECT_TRUE(options.line_info);
  EXPECT_EQ(options.phase, Phase::kArchive);
  EXPECT_EQ(options.inputs, Words{"-lm"});
  EXPECT_EQ(parse({"-t4"}).jobs, 4U);
  EXPECT_EQ(parse({"-O3"}).optimize, "3");
}

TEST(Options, BooleansTakeTrueAndFalse) {
  EXPECT_TRUE(parse({"-rdc=true"}).relocatable);
  EXPECT_FALSE(parse({"-rdc=true", "-rdc=false"}).relocatable);
  EXPECT_TRUE(parse({"-rdc", "true"}).relocatable);
  EXPECT_EQ(parse({"-fmad=false"}).contract, false);
  EXPECT_EQ(parse({"--fmad", "false", "a.cu"}).inputs, Words{"a.cu"});
  EXPECT_EQ(parse({"-ftz=true"}).flush_denormals, true);
  EXPECT_THROW(parse({"-ftz=perhaps"}), Failure);
}

TEST(Options, ToolOptionsAreSplitAtCommas) {
  EXPECT_EQ(parse({"-Xcompiler", "-Wall,-O2", "-Xcompiler=-fPIC", "--compiler-options=-g,-DX=\\,"})
                .host_compiler,
            (Words{"-Wall", "-O2", "-fPIC", "-g", "-DX=,"}));
  EXPECT_EQ(parse({"-Xlinker", "-rpath,/x"}).linker,
            (Words{"-Xlinker", "-rpath", "-Xlinker", "/x"}));
  EXPECT_TRUE(parse({"-Xptxas", "-O3,-v"}).resource_usage);
  EXPECT_FALSE(parse({"--ptxas-options=-O3"}).resource_usage);
}

TEST(Options, PhasesAndDeviceCode) {
  EXPECT_EQ(parse({"-c"}).phase, Phase::kCompile);
  EXPECT_EQ(parse({"-dlink"}).phase, Phase::kDeviceLink);
  EXPECT_EQ(parse({"-E"}).phase, Phase::kPreprocess);
  EXPECT_EQ(parse({"-MM"}).phase, Phase::kDependencies);
  const Options options = parse({"-dc", "-arch=sm_80", "--use_fast_math", "-maxrregcount=32"});
  EXPECT_EQ(options.phase, Phase::kCompile);
  EXPECT_TRUE(options.relocatable);
  EXPECT_EQ(options.arch.arch, "sm_80");
  EXPECT_TRUE(options.fast_math);
  EXPECT_EQ(options.max_registers, 32U);
  EXPECT_TRUE(parse({"--default-stream", "per-thread"}).per_thread_stream);
}

TEST(Options, MistakesAreNamed) {
  for (const Words& words : {Words{"--no-such-option"}, Words{"-fopenmp"}, Words{"-o"},
                             Words{"-std=c++99"}, Words{"-maxrregcount=many"}, Words{"-x", "rust"},
                             Words{"--default-stream", "none"}, Words{"-m", "32"}}) {
    try {
      parse(words);
      ADD_FAILURE() << words[0] << " was accepted";
    } catch (const Failure& failure) {
      const std::string message = failure.what();
      EXPECT_NE(message.find(words.size() > 1 ? words[1] : words[0].substr(words[0].find('=') + 1)),
                std::string::npos)
          << message;
    }
  }
}

TEST(Options, UnknownOptionsAreForwardedOnRequest) {
  const Options options =
      parse({"-fopenmp", "-c", "--forward-unknown-to-host-compiler", "-march=native"});
  EXPECT_EQ(options.host_compiler, (Words{"-fopenmp", "-march=native"}));
  EXPECT_EQ(options.phase, Phase::kCompile);
}

TEST(Options, WhatIsNotMadeIsRefusedByName) {
  EXPECT_THROW(parse({"--run"}), Failure);
}

TEST(Options, ImagesForModules) {
  EXPECT_EQ(parse({"-fatbin"}).phase, Phase::kImage);
  EXPECT_FALSE(parse({"-fatbin"}).cubin);
  EXPECT_TRUE(parse({"--cubin"}).cubin);
}

TEST(Options, ResponseFilesAreExpanded) {
  const std::string path = testing::TempDir() + "/heddle-options.rsp";
  std::ofstream(path) << "-DA='x y' -I dir\n  -O3\n";
  EXPECT_EQ(parse({"@" + path, "-o", "x"}).preprocessor, (Words{"-DA=x y", "-I", "dir"}));
  EXPECT_EQ(parse({"-optf", path}).optimize, "3");
  std::remove(path.c_str());
  EXPECT_THROW(parse({"@" + path}), Failure);
  EXPECT_THROW(parse({"@" + testing::TempDir()}), Failure) << "a directory";
}

// --help lists the table: every row with help appears with its first name.
TEST(Options, HelpFollowsFromTheTable) {
  const std::string help = options_help();
  for (const OptionRow& row : option_table()) {
    const std::string name = split(row.names, ' ').front();
    const bool listed = help.find("  " + name + " ") != std::string::npos ||
                        help.find("  " + name + ",") != std::string::npos ||
                        help.find("  " + name + "\n") != std::string::npos;
    EXPECT_EQ(listed, !row.help.empty()) << name;
  }
}

TEST(Options, NoNameStandsInTwoRows) {
  std::set<std::string> names;
  for (const OptionRow& row : option_table()) {
    for (const std::string& name : split(row.names, ' ')) {
      EXPECT_TRUE(names.insert(name).second) << name;
    }
  }
}

}  // namespace
}  // namespace heddle::frontend
