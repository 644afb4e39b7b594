// SPDX-License-Identifier: Apache-2.0
// Runs passes of src/compiler/pipeline.cpp on an .ll file and prints the module that comes out.
//
//   run_stages [--from PASS] [--stop-after PASS] [--leave-out -PASS,..] [--block XxYxZ] [--isa ISA]
//              [--cpu CPU] [--single-threads] [--hurried] [--functions] [--debug] [--changes]
//              [--switches] FILE.ll
//   run_stages --list
//
// --changes: the first line says on how many places speed passes changed something
// ("; changed: jam-warps:2").
//
// The kernel is the function "kernel" (from link-modules: a kernel as clang leaves it; later: the
// body without arguments); behind copy-for-last-warp "kernel.full" and "kernel.last", behind widen
// with ".warp" behind. The machine code that a pass aims at does not depend on the CPU that runs
// this.
#include "compiler/gate.h"
#include "compiler/pipeline.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using namespace heddle;

namespace {

cl::OptionCategory options("Options");
cl::opt<std::string> file(cl::Positional, cl::desc("FILE.ll"), cl::cat(options));
cl::opt<std::string> from("from", cl::desc("first pass, as a rule that of the table"),
                          cl::cat(options));
// LLVM's code generator has an option of this name, which nobody needs here.
cl::opt<std::string>& stop_after() {
  static cl::opt<std::string> option = [] {
    if (auto* other = cl::getRegisteredOptions().lookup("stop-after")) other->removeArgument();
    return cl::opt<std::string>("stop-after", cl::desc("last pass, as a rule the first"),
                                cl::cat(options));
  }();
  return option;
}
cl::opt<std::string> leave_out("leave-out", cl::desc("as HEDDLE_PASSES"), cl::cat(options));
cl::opt<bool> list("list", cl::desc("print the table"), cl::cat(options));
cl::opt<std::string> block("block", cl::desc("block shape"), cl::init("64x1x1"), cl::cat(options));
cl::opt<std::string> isa_name("isa", cl::desc("avx512, avx2, baseline"), cl::init("avx512"),
                              cl::cat(options));
cl::opt<std::string> cpu("cpu", cl::desc("LLVM's name of the CPU that code is tuned for"),
                         cl::cat(options));
cl::opt<bool> single_threads("single-threads", cl::desc("rows of single threads"),
                             cl::cat(options));
cl::opt<bool> hurried("hurried", cl::desc("rows of single threads for want of time"),
                      cl::cat(options));
cl::opt<bool> of_pointers("functions", cl::desc("as functions behind pointers: all of the file"),
                          cl::cat(options));
cl::opt<double> budget("budget", cl::desc("as HEDDLE_COMPILE_BUDGET"), cl::init(0),
                       cl::cat(options));
cl::opt<bool> changes("changes", cl::desc("say what speed passes changed"), cl::cat(options));
cl::opt<bool> for_debugger("debug", cl::desc("as code of heddle cc -G"), cl::cat(options));
cl::opt<bool> switches("switches", cl::desc("as HEDDLE_SCHEDULE=accesses"), cl::cat(options));
cl::opt<bool> on_fibers("fiber", cl::desc("as HEDDLE_FIBER=1"), cl::cat(options));

cl::opt<unsigned> probe_mask("probes", cl::desc("bits of probes::Event"), cl::init(0),
                             cl::cat(options));

compiler::Isa find_isa(StringRef name) {
  if (name == "avx512") return {"avx512", "x86-64-v4", "", 512, cpu};
  if (name == "avx2") return {"avx2", "x86-64-v3", "", 256, cpu};
  return {"baseline", "x86-64", "", 128, cpu};
}

void name_functions(compiler::Compilation& c) {
  const auto present = [&](StringRef name) { return c.module->getFunction(name); };
  c.body = present("kernel");
  for (StringRef ending : {"", ".warp"}) {
    if (!c.full_warp) c.full_warp = present(("kernel.full" + ending).str());
    if (!c.last_warp) c.last_warp = present(("kernel.last" + ending).str());
  }
}

std::size_t index_of(ArrayRef<compiler::Pass> passes, StringRef name) {
  const auto* found = find_if(passes, [&](const auto& pass) { return name == pass.name; });
  if (found == passes.end()) {
    errs() << "no pass " << name << "; there are:";
    for (const auto& pass : passes) errs() << ' ' << pass.name;
    errs() << '\n';
    exit(2);
  }
  return static_cast<std::size_t>(found - passes.begin());
}

Error run(compiler::Compilation& c) {
  const auto all = compiler::passes_of(compiler::kind_of(c));
  const ArrayRef<compiler::Pass> passes(all);
  const auto first = from.empty() ? 0 : index_of(passes, from);
  const auto last = stop_after().empty() ? first : index_of(passes, stop_after());
  return compiler::run_passes(c, passes.slice(first, last + 1 - first));
}

// "name<tab>which kernels<tab>required or speed<tab>sentence", a pass a line.
void list_passes() {
  for (const auto& pass : compiler::all_passes()) {
    using Of = compiler::Pass::Of;
    outs() << pass.name << '\t'
           << (pass.of == Of::kAll               ? "all"
               : pass.of == Of::kWarps           ? "warps"
               : pass.of == Of::kWarpsAndHeard   ? "warps and heard threads"
               : pass.of == Of::kWarpsAndHurried ? "warps and hurried threads"
               : pass.of == Of::kPlainAndHurried ? "plain and hurried threads"
               : pass.of == Of::kWeighed         ? "warps, plain and hurried threads"
               : pass.of == Of::kAllButPlain     ? "all but the reference"
               : pass.of == Of::kAllButDebug     ? "all but for debuggers"
               : pass.of == Of::kHurried         ? "hurried threads"
               : pass.of == Of::kDebug           ? "for debuggers"
                                                 : "threads")
           << '\t' << (pass.need == compiler::Pass::Need::kSpeed ? "speed" : "required") << '\t'
           << pass.sentence << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  stop_after();
  cl::HideUnrelatedOptions(options);
  cl::ParseCommandLineOptions(argc, argv);
  const ExitOnError check("run_stages: ");

  if (list) {
    list_passes();
    return 0;
  }
  compiler::Request request;
  if (!of_pointers) request.kernel = "kernel";
  request.isa = find_isa(isa_name);
  request.fiber = on_fibers;
  request.budget = budget;
  request.verify_each = true;
  request.left_out = check(compiler::read_left_out(leave_out));
  request.debug = for_debugger;
  request.switches = switches;
  request.probes = probe_mask != 0;
  request.probe_mask = probe_mask;
  auto& shape = request.block.emplace();
  SmallVector<StringRef, 3> sizes;
  StringRef(block).split(sizes, 'x');
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= sizes.size() || sizes[i].getAsInteger(10, shape[i])) shape[i] = 1;
  }

  const bool threads = single_threads || hurried || for_debugger;
  compiler::Compilation c(request, threads);
  c.hurried = hurried;
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
  if (from.empty() || from == compiler::all_passes()[0].name) {
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
  if (of_pointers && c.module) {
    for (const auto& function : *c.module)
      if (!function.isDeclaration()) c.pointed_to.push_back(function.getName().str());
  }
  check(run(c));
  if (c.keeps_warps) outs() << "; to be compiled again, as vectors\n";
  if (c.single_threads != threads || (c.lanes_wait && c.is_kernel()))
    outs() << "; to be compiled again, thread by thread\n";
  if (changes) outs() << "; changed: " << c.log.places() << '\n';
  c.module->print(outs(), nullptr);
  return 0;
}
