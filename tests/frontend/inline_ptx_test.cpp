// SPDX-License-Identifier: Apache-2.0
// What is wrong in inline PTX is a compile-time error that names itself and its line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tool.h"

namespace heddle::frontend {
namespace {

// heddle cc of a kernel of six lines for each statement, asm volatile(<statement>) in its third.
Outcome compile(const std::vector<std::string>& statements) {
  const Sandbox sandbox;
  std::string text;
  for (const auto& statement : statements) {
    text += "__global__ void k" + std::to_string(text.size()) +
            "(unsigned* o, unsigned long long wide) {\n"
            "  unsigned x = 1; double d = 1; __shared__ unsigned s[4];\n"
            "  asm volatile(" +
            statement +
            ");\n"
            "  *o = x + s[0] + (unsigned)d;\n"
            "}\n\n";
  }
  sandbox.write("a.cu", text);
  return sandbox.shell("heddle cc -c a.cu");
}

// refuses(statement, why): collects them, and compiles all at the end of the test.
class Refusals {
 public:
  Refusals() = default;
  Refusals(const Refusals&) = delete;
  Refusals& operator=(const Refusals&) = delete;
  void operator()(const std::string& statement, const std::string& why) {
    statements_.push_back(statement);
    reasons_.push_back(why);
  }
  ~Refusals() {
    const Outcome outcome = compile(statements_);
    EXPECT_EQ(outcome.status, 1);
    for (std::size_t k = 0; k < statements_.size(); ++k) {
      const std::string place = "a.cu:" + std::to_string(6 * k + 3) + ":3: error: inline PTX: ";
      EXPECT_NE(outcome.err.find(place + reasons_[k]), std::string::npos)
          << statements_[k] << " said: " << outcome.err;
    }
  }

 private:
  std::vector<std::string> statements_, reasons_;
};

TEST(InlinePtx, GoodStatementsCompile) {
  const Outcome outcome =
      compile({R"("add.u32 %0, %0, 1;" : "+r"(x))", R"("")", R"("// only a comment")"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(InlinePtx, UnknownThingsAreNamed) {
  Refusals refuses;
  refuses(R"("frobnicate.b32 %0, 1;" : "+r"(x))",
          "unknown instruction 'frobnicate' in 'frobnicate.b32 %0, 1;'");
  refuses(R"("add.wide.u32 %0, %0, 1;" : "+r"(x))",
          "unknown modifier '.wide' of 'add' in 'add.wide.u32 %0, %0, 1;'");
  refuses(R"("mov.u32 %0, %%nothing;" : "+r"(x))", "unknown register '%nothing'");
  refuses(R"("mov.u32 %0, t;" : "+r"(x))", "unknown register or symbol 't'");
  refuses(R"("bra NOWHERE;")", "no label 'NOWHERE'");
}

// The translator marks operands with these two: the program's own are none, and no endless loop.
TEST(InlinePtx, ControlCharactersAreNoOperands) {
  Refusals refuses;
  refuses(R"("mov.u32 %0, \1;" : "+r"(x))", "");
  refuses(R"("mov.u32 %0, \1""0\2;" : "+r"(x))", "");
}

TEST(InlinePtx, TheInnerRegisterEndsWithItsScope) {
  Refusals refuses;
  refuses(R"("{ .reg .u32 t; mov.u32 t, 1; } mov.u32 %0, t;" : "+r"(x))",
          "unknown register or symbol 't' in 'mov.u32 %0, t'");
}

TEST(InlinePtx, WhatComesLaterSaysSo) {
  Refusals refuses;
  refuses(R"("tcgen05.fence::after_thread_sync;")", "'tcgen05' is not yet supported");
  refuses(
      R"("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [%0], [%1, {%0, %0}], [%0];" ::"r"(x), "l"(wide))",
      "unknown modifier '.tile::gather4'");
  refuses(R"("vmad.u32.u32.u32 %0, %0, %0, %0;" : "+r"(x))", "'vmad' is not yet supported");
}

TEST(InlinePtx, WhatTexturesAndSurfacesHaveNotIsNamed) {
  Refusals refuses;
  refuses(
      R"("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%1, %1, {%2, %2}];" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "a sampler apart from its texture is not supported");
  refuses(
      R"("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2}], {%0, %0};" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "offsets are constants from -8 to 7");
  refuses(
      R"("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2}], {1, -9};" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "offsets are constants from -8 to 7");
  refuses(
      R"("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2}], {1};" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "offsets are a vector of as many numbers as the texture has directions");
  refuses(
      R"("tex.cube.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2, %2, %2}], {1, 1, 1, 1};" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "cubemaps have no offsets");
  refuses(
      R"("tex.3d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2, %2, %2}], %2;" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "boxes have no depths");
  refuses(
      R"("tex.3d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%2, %2}];" : "+r"(x) : "l"(wide), "f"(1.0f))",
      "fewer coordinates than a .3d texture has");
  refuses(R"("tex.2d.v4.f32.f32 %0, [%1, {%2, %2}];" : "+r"(x) : "l"(wide), "f"(1.0f))",
          "a texel goes to a vector of 4 registers");
  refuses(R"("txq.channel_order.b32 %0, [%1];" : "+r"(x) : "l"(wide))",
          "one of .width, .height, .depth, .array_size");
  refuses(R"("sust.p.2d.b32.trap [%1, {%0, %0}], %0;" : "+r"(x) : "l"(wide))",
          "of surfaces only the form .b is supported");
  refuses(R"("suld.b.2d.v4.b64.trap {%1, %1, %1, %1}, [%1, {%0, %0}];" : "+r"(x) : "l"(wide))",
          "surfaces are read and written in at most 16 bytes");
}

TEST(InlinePtx, TensorCopiesHaveAsManyCoordinatesAsDimensions) {
  Refusals refuses;
  refuses(
      R"("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%0}], [%0];" ::"r"(x), "l"(wide))",
      "[tensor map, {coordinates}] is needed, one coordinate for each dimension");
  refuses(
      R"("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], [%0];" ::"r"(x), "l"(wide))",
      "[tensor map, {coordinates}] is needed, one coordinate for each dimension");
  refuses(
      R"("cp.async.bulk.tensor.2d.global.shared::cta.im2col_no_offs.bulk_group [%1, {%0, %0}], [%0];" ::"r"(x), "l"(wide))",
      ".im2col_no_offs is of tensors of 3 to 5 dimensions");
  refuses(R"("ld.global.u32 %0, [%1, {%0}];" : "+r"(x) : "l"(wide))",
          "coordinates where an address is needed");
}

TEST(InlinePtx, BulkReductionsAreOfTheTypesThatPtxHas) {
  Refusals refuses;
  refuses(
      R"("cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.s32 [%1], [%0], 16;" ::"r"(x), "l"(wide))",
      "there is no such reduction of this type");
  refuses(
      R"("cp.reduce.async.bulk.global.shared::cta.bulk_group.and.u32 [%1], [%0], 16;" ::"r"(x), "l"(wide))",
      "there is no such reduction of this type");
}

TEST(InlinePtx, WidthsAndKindsMustFit) {
  Refusals refuses;
  refuses(R"("mov.u32 %0, %1;" : "+r"(x) : "l"(wide))",
          "operand %1 of 64 bits where 32 are needed");
  refuses(R"("mov.u64 %0, 1;" : "+r"(x))", "a result of 64 bits in a register of 32");
  refuses(R"("ld.global.u32 %0, [%1];" : "+r"(x) : "r"(x))",
          "an address of 32 bits outside shared memory");
  refuses(R"("add.u32 %0, 1;" : "+r"(x))", "wrong number of operands");
  refuses(R"("add.f32 %0, %0, 1;" : "+r"(x))", "an integer constant");
  refuses(R"("setp.nan.s32 %0, 1, 2;" : "+r"(x))", "no comparison .nan of this type");
}

TEST(InlinePtx, FormsOfWgmmaThatThereAreNot) {
  Refusals refuses;
  const auto product = [](const std::string& form, const std::string& operands) {
    return "\"wgmma.mma_async.sync.aligned." + form + " " + operands +
           R"(;" : "+r"(x) : "l"(wide))";
  };
  const std::string two = "{%0, %0}, %1, %1, 1", four = "{%0, %0, %0, %0}, %1, %1, 1";
  refuses(product("m64n8k16.f16.f32.f32", two), "this form is not supported");
  refuses(product("m64n8k8.f16.f16.f16", two + ", 1, 1, 0, 0"), "there is no such shape");
  refuses(product("m64n12k16.f16.f16.f16", two + ", 1, 1, 0, 0"), "there is no such shape");
  refuses(product("m64n264k16.f16.f16.f16", two + ", 1, 1, 0, 0"), "there is no such shape");
  refuses(product("m64n40k32.s32.s8.s8", four), "there is no such shape");
  refuses(product("m64n8k16.f32.f16.f16", two + ", 1, 1, 0, 0"), "D has 2 registers, not 4");
  refuses(product("m64n8k16.f16.f16.f16", two), "wrong number of operands");
  refuses(product("m64n8k16.f16.f16.f16", two + ", 2, 1, 0, 0"), "the scale of an operand must be");
  refuses(product("m64n8k16.f16.f16.f16", two + ", 1, 1, 0, 2"), "a transposition must be 0 or 1");
  refuses(product("m64n8k32.f32.e4m3.e4m3", four + ", 1, 1, 0, 0"), "wrong number of operands");
  refuses(R"("wgmma.wait_group.sync.aligned %0;" :: "l"(wide))",
          "the number of groups is no constant");
  refuses(R"("wgmma.fence;")", ".sync.aligned is missing");
}

TEST(InlinePtx, SyntaxErrorsSayWhere) {
  Refusals refuses;
  refuses(R"("{ add.u32 %0, %0, 1;" : "+r"(x))", "'{' without '}'");
  refuses(R"("add.u32 %0, , 1;" : "+r"(x))", "expected an operand");
  refuses(R"("add.u32 %0, %0, 1 mov.u32 %0, 2;" : "+r"(x))", "expected ';' before 'mov.u32'");
}

TEST(InlinePtx, AllErrorsAreReported) {
  const Outcome outcome = compile({R"("bad.one;"); asm volatile("bad.two;")"});
  EXPECT_NE(outcome.err.find("bad.one"), std::string::npos);
  EXPECT_NE(outcome.err.find("bad.two"), std::string::npos);
}

}  // namespace
}  // namespace heddle::frontend
