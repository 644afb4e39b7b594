// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/translate_module.h"

#include "image/coverage.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "ptx/cover_counters.h"
#include "ptx/module/debug_places.h"
#include "ptx/module/function_translation.h"
#include "ptx/module/module_parser.h"
#include "ptx/module/recover_pointers.h"
#include "ptx/runtime_functions.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

// What clang gives device code.
constexpr StringLiteral kTriple = "nvptx64-nvidia-cuda";
constexpr StringLiteral kLayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";
constexpr unsigned kNewestMajor = 9;

// So much that what is read of the module, local memory and registers, is what the code needs.
void tidy(Module& module) {
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager groups;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  for (auto& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
}

class ModuleTranslation {
 public:
  ModuleTranslation(StringRef text, StringRef name, LLVMContext& context, bool relocatable)
      : text_(text), name_(name), context_(context), relocatable_(relocatable) {}

  TranslatedModule run() {
    using Kind = TranslatedModule::Kind;
    if (const auto complaint = parse_module(text_, parsed_)) return failed(*complaint);
    result_.target = parsed_.target;
    if (parsed_.version_major > kNewestMajor) {
      result_.error = "the version " + std::to_string(parsed_.version_major) + "." +
                      std::to_string(parsed_.version_minor) + " of the PTX ISA is not known";
      result_.kind = Kind::kVersion;
      return std::move(result_);
    }
    auto module = std::make_unique<Module>(name_, context_);
    module->setTargetTriple(Triple(kTriple));
    module->setDataLayout(kLayout);
    ModuleSymbols symbols(*module);
    if (const auto complaint = symbols.declare(parsed_)) return failed(*complaint);
    DebugPlaces places(*module, parsed_, name_);
    std::vector<Function*> functions;
    for (const FunctionText& function : parsed_.functions) {
      if (!function.is_defined) continue;
      auto* made = cast<Function>(symbols.find(function.name));
      places.begin(*made, function);
      FunctionTranslation body(symbols, function, *made,
                               [&](const Line& line) { return places.place(line); });
      if (const auto complaint = body.run()) return failed(*complaint);
      made->removeFnAttr("heddle.defined");
      functions.push_back(made);
      note_cluster(function);
    }
    for (const Variable& variable : parsed_.variables) {
      if (variable.is_managed) result_.managed.push_back(variable.name);
    }
    places.finish();
    for (auto* function : functions) recover_pointers(*function);
    if (!relocatable_ && !all_resolved(*module)) return std::move(result_);
    // Our mistake, and not a reason to take the program down.
    std::string why;
    raw_string_ostream out(why);
    if (verifyModule(*module, &out)) {
      result_.error = "the translation is not valid: " + why;
      result_.kind = Kind::kInvalid;
      return std::move(result_);
    }
    tidy(*module);
    cover_by_calls(*module);
    result_.module = std::move(module);
    return std::move(result_);
  }

 private:
  TranslatedModule failed(const Complaint& complaint) {
    const auto line = 1 + text_.take_front(complaint.at).count('\n');
    result_.error = "line " + std::to_string(line) + ": error: " + complaint.text;
    result_.kind = TranslatedModule::Kind::kInvalid;
    return std::move(result_);
  }

  void note_cluster(const FunctionText& function) {
    if (function.cluster[0] == 0 && !function.is_clustered) return;
    result_.clusters.push_back({function.name, function.cluster, function.cluster[0] == 0});
  }

  // What is used must be here, or in the device runtime.
  bool all_resolved(const Module& module) {
    std::string missing;
    const auto look = [&](StringRef name, bool is_function) {
      const auto* value = module.getNamedValue(name);
      if (!value || !value->isDeclaration() || value->use_empty()) return;
      const auto* own = runtime_function_type(context_, name);
      if (!own) own = math_function_type(context_, name);
      if (is_function && value->getValueType() == own) return;
      if (!is_function && value->getAddressSpace() == kSharedSpace) return;  // the launch's
      if (!is_function && name.starts_with(image::kCountersPrefix)) return;  // the coverage's
      missing += (missing.empty() ? "'" : ", '") + name.str() + "'";
    };
    for (const FunctionText& function : parsed_.functions) look(function.name, true);
    for (const Variable& variable : parsed_.variables) look(variable.name, false);
    if (missing.empty()) return true;
    result_.error = "error: unresolved: " + missing;
    result_.kind = TranslatedModule::Kind::kUnresolved;
    return false;
  }

  StringRef text_, name_;
  LLVMContext& context_;
  const bool relocatable_;
  ModuleText parsed_;
  TranslatedModule result_;
};

}  // namespace

TranslatedModule translate_module(StringRef text, StringRef name, LLVMContext& context,
                                  bool relocatable) {
  return ModuleTranslation(text, name, context, relocatable).run();
}

}  // namespace heddle::ptx
