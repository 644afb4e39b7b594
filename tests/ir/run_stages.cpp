// SPDX-License-Identifier: Apache-2.0
// Runs stages of src/compiler/pipeline.cpp on an .ll file and prints the module that comes out.
//
//   run_stages --from STAGE [--to STAGE] [--block XxYxZ] [--isa ISA] [--single-threads] FILE.ll
//
// The kernel is the function "kernel" (from link: a kernel as clang leaves it; later: the body
// without arguments); from widen on "kernel.full" and "kernel.last", from tidy on with ".warp"
// behind. Behind the last stage comes "avoid-codegen-defects", of the jit. The machine code that a
// stage aims at does not depend on the CPU that runs this.
#include "compiler/pipeline.h"
#include "jit/codegen_defects.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace heddle;

namespace {

cl::OptionCategory options("Options");
cl::opt<std::string> file(cl::Positional, cl::Required, cl::desc("FILE.ll"), cl::cat(options));
cl::opt<std::string> from("from", cl::desc("first stage"), cl::cat(options));
cl::opt<std::string> to("to", cl::desc("last stage, as a rule the first"), cl::cat(options));
cl::opt<std::string> block("block", cl::desc("block shape"), cl::init("64x1x1"), cl::cat(options));
cl::opt<std::string> isa_name("isa", cl::desc("avx512, avx2, baseline"), cl::init("avx512"),
                              cl::cat(options));
cl::opt<bool> single_threads("single-threads", cl::desc("the other table"), cl::cat(options));
cl::opt<bool> on_fibers("fiber", cl::desc("as HEDDLE_FIBER=1"), cl::cat(options));

cl::opt<unsigned> probe_mask("probes", cl::desc("bits of probes::Event"), cl::init(0),
                             cl::cat(options));

constexpr StringLiteral kCodegenDefects = "avoid-codegen-defects";

compiler::Isa find_isa(StringRef name) {
  if (name == "avx512") return {"avx512", "x86-64-v4", "", 512};
  if (name == "avx2") return {"avx2", "x86-64-v3", "", 256};
  return {"baseline", "x86-64", "", 128};
}

void name_functions(compiler::Compilation& c) {
  const auto present = [&](StringRef name) {
    return c.module->getFunction(name) ? name.str() : std::string();
  };
  c.body = present("kernel");
  for (StringRef ending : {"", ".warp"}) {
    if (c.full_warp.empty()) c.full_warp = present(("kernel.full" + ending).str());
    if (c.last_warp.empty()) c.last_warp = present(("kernel.last" + ending).str());
  }
  if (c.body.empty() && !(c.full_warp + c.last_warp).empty()) c.body = "kernel";
}

std::size_t index_of(ArrayRef<compiler::Stage> stages, StringRef name) {
  const auto* found = find_if(stages, [&](const auto& stage) { return name == stage.name; });
  if (found == stages.end()) {
    errs() << "no stage " << name << "; there are:";
    for (const auto& stage : stages) errs() << ' ' << stage.name;
    errs() << '\n';
    exit(2);
  }
  return static_cast<std::size_t>(found - stages.begin());
}

Error run(compiler::Compilation& c) {
  if (from == kCodegenDefects) {
    jit::avoid_codegen_defects(*c.module);
    return Error::success();
  }
  const auto stages = compiler::stages(single_threads);
  const auto first = index_of(stages, from), last = to.empty() ? first : index_of(stages, to);
  return compiler::run_stages(c, stages.slice(first, last + 1 - first));
}

}  // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(options);
  cl::ParseCommandLineOptions(argc, argv);
  const ExitOnError check("run_stages: ");

  compiler::Request request;
  request.kernel = "kernel";
  request.isa = find_isa(isa_name);
  request.fiber = on_fibers;
  request.probes = probe_mask != 0;
  request.probe_mask = probe_mask;
  auto& shape = request.block.emplace();
  SmallVector<StringRef, 3> sizes;
  StringRef(block).split(sizes, 'x');
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= sizes.size() || sizes[i].getAsInteger(10, shape[i])) shape[i] = 1;
  }

  compiler::Compilation c(request, single_threads);
  c.machine = check(compiler::take_machine(request.isa));
  SMDiagnostic problem;
  c.module = parseIRFile(file, problem, c.context);
  if (!c.module) {
    problem.print(argv[0], errs());
    return 1;
  }
  // No name of the file in what CHECK lines look at.
  c.module->setModuleIdentifier("module");
  c.module->setSourceFileName("module");
  SmallVector<char, 0> bitcode;
  if (from == compiler::stages(false)[0].name) {
    raw_svector_ostream out(bitcode);
    WriteBitcodeToFile(*c.module, out);
    request.modules.emplace_back(bitcode.data(), bitcode.size());
    c.module.reset();
  } else {
    name_functions(c);
    if (c.module->getDataLayoutStr().empty()) {
      c.module->setDataLayout(c.machine->createDataLayout());
      c.module->setTargetTriple(c.machine->getTargetTriple());
    }
  }
  check(run(c));
  if (c.single_threads != single_threads) outs() << "; to be compiled again, thread by thread\n";
  c.module->print(outs(), nullptr);
  return 0;
}
