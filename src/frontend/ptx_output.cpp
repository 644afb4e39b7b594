// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_output.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <set>

#include "frontend/cluster_facts.h"
#include "frontend/failure.h"
#include "frontend/kernel_facts.h"
#include "frontend/ptx_annotations.h"
#include "frontend/ptx_approximations.h"
#include "frontend/ptx_launches.h"
#include "frontend/ptx_textures.h"
#include "frontend/toolchain.h"
#include "frontend/variable_facts.h"
#include "ptx/cover_counters.h"
#include "ptx/expand_address_tables.h"
#include "ptx/memory_scopes.h"
#include "ptx/runtime_functions.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace heddle::frontend {
namespace {

std::unique_ptr<llvm::Module> parse(llvm::StringRef bytes, const std::string& name,
                                    llvm::LLVMContext& context) {
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, name), context);
  if (!parsed) throw Failure(name + ": " + llvm::toString(parsed.takeError()));
  return std::move(*parsed);
}

// Flags that say how each of the two was compiled, of which the program's count.
void drop_module_flags(llvm::Module& module) {
  if (auto* flags = module.getModuleFlagsMetadata()) flags->eraseFromParent();
}

void link_device_library(llvm::Module& module) {
  const std::string path = toolchain().library_dir + "/heddle/devicelib.bc";
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) throw Failure("the device library '" + path + "' cannot be read");
  auto library = parse((*file)->getBuffer(), path, module.getContext());
  library->setDataLayout(module.getDataLayout());
  library->setTargetTriple(module.getTargetTriple());
  llvm::StripDebugInfo(*library);
  drop_module_flags(*library);
  if (!link_needed(module, std::move(library))) {
    throw Failure("the device library does not fit the program's device code");
  }
}

// Two roundings, double to float to half, are two: LLVM would make one of them where products may
// be contracted.
void keep_roundings(llvm::Module& module) {
  for (auto& function : module) {
    for (auto& i : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPTruncInst>(i)) i.setHasAllowContract(false);
    }
  }
}

// __fadd_rn and __fmul_rn where denormal floats are flushed.
void flush_apart(llvm::Module& module) {
  using namespace llvm;
  constexpr Intrinsic::ID kForms[][2] = {{Intrinsic::nvvm_add_rn_f, Intrinsic::nvvm_add_rn_ftz_f},
                                         {Intrinsic::nvvm_mul_rn_f, Intrinsic::nvvm_mul_rn_ftz_f}};
  for (const auto& [keeps, flushes] : kForms) {
    auto* function = Intrinsic::getDeclarationIfExists(&module, keeps);
    if (!function) continue;
    for (auto* user : make_early_inc_range(function->users())) {
      auto* call = cast<CallInst>(user);
      const auto mode = call->getFunction()->getFnAttribute("denormal-fp-math-f32");
      if (!mode.getValueAsString().starts_with("preserve-sign")) continue;
      call->setCalledFunction(Intrinsic::getOrInsertDeclaration(&module, flushes));
    }
  }
}

// Functions of mathematics that are an instruction: LLVM knows which from its own names.
void use_intrinsics(llvm::Module& module) {
  struct Row {
    const char* name;
    llvm::Intrinsic::ID id;
  };
  using namespace llvm;
  constexpr Row kRows[] = {{"sqrt", Intrinsic::sqrt},   {"fabs", Intrinsic::fabs},
                           {"floor", Intrinsic::floor}, {"ceil", Intrinsic::ceil},
                           {"trunc", Intrinsic::trunc}, {"rint", Intrinsic::rint},
                           {"round", Intrinsic::round}, {"nearbyint", Intrinsic::nearbyint},
                           {"fma", Intrinsic::fma},     {"fmin", Intrinsic::minnum},
                           {"fmax", Intrinsic::maxnum}, {"copysign", Intrinsic::copysign}};
  for (const Row& row : kRows) {
    for (const bool is_float : {false, true}) {
      auto* function = module.getFunction(std::string(row.name) + (is_float ? "f" : ""));
      if (!function || !function->isDeclaration()) continue;
      auto* intrinsic =
          Intrinsic::getOrInsertDeclaration(&module, row.id, {function->getReturnType()});
      if (intrinsic->getFunctionType() != function->getFunctionType()) continue;
      function->replaceAllUsesWith(intrinsic);
      function->eraseFromParent();
    }
  }
  // The back end knows these for halves only.
  for (auto& function : module) {
    const auto id = function.getIntrinsicID();
    const auto other = id == Intrinsic::minimumnum   ? Intrinsic::minnum
                       : id == Intrinsic::maximumnum ? Intrinsic::maxnum
                                                     : Intrinsic::not_intrinsic;
    if (other == Intrinsic::not_intrinsic) continue;
    auto* known = Intrinsic::getOrInsertDeclaration(&module, other, {function.getReturnType()});
    function.replaceAllUsesWith(known);
  }
}

// What the headers call and the compiler of kernels knows, as a GPU has it.
void use_instructions(llvm::Module& module) {
  using namespace llvm;
  struct Row {
    const char* name;
    const char* text;
    const char* constraints;
  };
  constexpr Row kRows[] = {{"__heddle_map_shared", "mapa.u64 $0, $1, $2;", "=l,l,r"},
                           {"__heddle_shared_rank", "getctarank.u64 $0, $1;", "=r,l"}};
  for (const Row& row : kRows) {
    auto* function = module.getFunction(row.name);
    if (!function || !function->isDeclaration()) continue;
    auto* code = InlineAsm::get(function->getFunctionType(), row.text, row.constraints, false);
    for (auto* user : make_early_inc_range(function->users())) {
      auto* call = dyn_cast<CallInst>(user);
      if (call && call->getCalledOperand() == function) call->setCalledOperand(code);
    }
  }
  // What is there for tools alone.
  if (auto* function = module.getFunction("__heddle_whole_warp")) {
    for (auto* user : make_early_inc_range(function->users())) {
      if (auto* call = dyn_cast<CallInst>(user)) call->eraseFromParent();
    }
  }
  const auto replace = [&](StringRef name, auto make) {
    auto* function = module.getFunction(name);
    if (!function || !function->isDeclaration()) return;
    for (auto* user : make_early_inc_range(function->users())) {
      auto* call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledOperand() != function) continue;
      IRBuilder<> b(call);
      make(b, call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2));
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
  };
  for (const StringRef prefix : {"__heddle_", ""}) {
    replace((prefix + "memset").str(), [](IRBuilder<>& b, Value* to, Value* what, Value* bytes) {
      b.CreateMemSet(to, b.CreateTrunc(what, b.getInt8Ty()), bytes, MaybeAlign());
    });
    replace((prefix + "memcpy").str(), [](IRBuilder<>& b, Value* to, Value* from, Value* bytes) {
      b.CreateMemCpy(to, MaybeAlign(), from, MaybeAlign(), bytes);
    });
    replace((prefix + "memmove").str(), [](IRBuilder<>& b, Value* to, Value* from, Value* bytes) {
      b.CreateMemMove(to, MaybeAlign(), from, MaybeAlign(), bytes);
    });
  }
}

// Whether another module may define it, or the device runtime that GPUs' programs are linked with.
bool is_the_programs(llvm::StringRef name) {
  if (is_device_runtime(name)) return true;
  return !name.contains("heddle") && !name.starts_with("cuda");
}

[[noreturn]] void refuse(const std::string& source, const std::string& names) {
  throw DeviceCodeErrors{
      fmt::format("{}: error: PTX cannot express what the code calls: {}", source, names)};
}

// Throws DeviceCodeErrors where something is called that no GPU has. `relocatable`: what the
// program declares and does not define is for the linker.
void check_calls(const llvm::Module& module, bool relocatable, const std::string& source,
                 std::string* note) {
  std::string refused, missing;
  const auto add = [](std::string& list, llvm::StringRef name) {
    list += (list.empty() ? "" : ", ") + name.str();
  };
  for (const llvm::Function& function : module) {
    const auto name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic()) continue;
    auto& context = module.getContext();
    if (ptx::runtime_function_type(context, name)) continue;
    if (relocatable && is_the_programs(name) && !ptx::math_function_type(context, name)) continue;
    add(ptx::math_function_type(context, name) ? missing : refused, name);
  }
  if (!refused.empty()) refuse(source, refused);
  if (missing.empty()) return;
  *note = fmt::format(
      "the PTX of {} calls functions that it does not hold; Heddle has them, a GPU's driver has "
      "not: {}",
      source, missing);
}

std::unique_ptr<llvm::TargetMachine> target_machine(const llvm::Module& module,
                                                    const Target& target) {
  static const bool ready = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)ready;
  std::string why;
  const auto* found = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), why);
  if (!found) throw Failure("this LLVM makes no PTX: " + why);
  return std::unique_ptr<llvm::TargetMachine>(
      found->createTargetMachine(module.getTargetTriple(), target.compile_arch, "+ptx87", {},
                                 llvm::Reloc::PIC_, {}, llvm::CodeGenOptLevel::Default));
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::PassBuilder builder(&machine);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
  ptx::expand_address_tables(module);
}

Approximations approximations(const Options& options) {
  using enum Approximations::Division;
  const bool exact_division = options.precise_division.value_or(!options.fast_math);
  return {exact_division      ? kRounded
          : options.fast_math ? kQuick
                              : kFull,
          !options.precise_root.value_or(!options.fast_math), options.fast_math,
          options.flush_denormals.value_or(options.fast_math)};
}

}  // namespace

bool link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library) {
  std::set<std::string> before;
  for (const auto& value : module.global_values()) {
    if (!value.isDeclaration()) before.insert(value.getName().str());
  }
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded)) {
    return false;
  }
  for (auto& value : module.global_values()) {
    if (value.isDeclaration() || before.contains(value.getName().str())) continue;
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return true;
}

std::string ptx_output(std::span<const std::uint8_t> bitcode, const Options& options,
                       const Target& target, const std::string& source, std::string* note) {
  llvm::LLVMContext context;
  auto module =
      parse({reinterpret_cast<const char*>(bitcode.data()), bitcode.size()}, source, context);
  drop_own(*module);
  auto kernels = read_kernels(*module, 0);
  // What does not fit was told when the image was read.
  if (read_cluster_dims(*module, parse_arch(target.compile_arch), kernels).empty()) {
    name_clusters(*module, kernels);
  }
  name_managed(*module, read_variables(*module));
  use_approximations(*module, approximations(options));
  ptx::cover_by_additions(*module);
  if (!options.line_info && !options.debug && !options.device_debug) llvm::StripDebugInfo(*module);
  return write_ptx(*module, {target, !options.device_debug, options.relocatable, source}, note);
}

std::string write_ptx(llvm::Module& module, const PtxSettings& settings, std::string* note) {
  // Before the device library, which has lookups in objects that are Heddle's.
  if (const auto refused = use_texture_instructions(module); !refused.empty()) {
    refuse(settings.source, refused);
  }
  if (const auto refused = use_device_runtime(module); !refused.empty()) {
    refuse(settings.source, refused);
  }
  link_device_library(module);
  ptx::name_scopes(module);
  flush_apart(module);
  use_intrinsics(module);
  use_instructions(module);
  const auto machine = target_machine(module, settings.target);
  module.setDataLayout(machine->createDataLayout());
  if (settings.optimise) optimise(module, *machine);
  keep_roundings(module);
  check_calls(module, settings.relocatable, settings.source, note);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    throw Failure("this LLVM makes no PTX: " + std::string("it has no printer"));
  }
  passes.run(module);
  return text.str().str();
}

}  // namespace heddle::frontend
