// SPDX-License-Identifier: Apache-2.0
#include "compiler/target.h"

#include <mutex>
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace heddle::compiler {
namespace {

constexpr const char* kTriple = "x86_64-pc-linux-gnu";

// AVX-512 as every server core since Skylake has it; the CPU's own extensions come on top.
constexpr const char* kAvx512Needs[] = {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"};
constexpr const char* kAvx2Needs[] = {"avx2", "fma", "f16c", "bmi", "bmi2", "lzcnt", "popcnt"};

template <std::size_t N>
bool has_all(const llvm::StringMap<bool>& host, const char* const (&needs)[N]) {
  for (const char* need : needs) {
    if (!host.lookup(need)) return false;
  }
  return true;
}

// Machines that nobody uses. Never destroyed: a compilation may end after main.
struct Idle {
  std::mutex mutex;
  llvm::StringMap<std::vector<std::unique_ptr<llvm::TargetMachine>>> machines;
};

Idle& idle() {
  static auto* all = new Idle;
  return *all;
}

std::unique_ptr<llvm::TargetMachine> take_idle(llvm::StringRef key) {
  const std::lock_guard lock(idle().mutex);
  auto& machines = idle().machines[key];
  if (machines.empty()) return nullptr;
  auto machine = std::move(machines.back());
  machines.pop_back();
  return machine;
}

}  // namespace

void GiveBack::operator()(llvm::TargetMachine* machine) const {
  const std::lock_guard lock(idle().mutex);
  idle().machines[key].emplace_back(machine);
}

llvm::Expected<Isa> find_isa(llvm::StringRef name) {
  const auto host = llvm::sys::getHostCPUFeatures();
  const auto cpu = llvm::sys::getHostCPUName().str();
  if (name == "avx512" && has_all(host, kAvx512Needs)) {
    std::string features;
    for (const auto& feature : host) {
      if (!features.empty()) features += ',';
      features += (feature.second ? "+" : "-") + feature.first().str();
    }
    return Isa{"avx512", cpu, features, 512, cpu};
  }
  if (name == "avx2" && has_all(host, kAvx2Needs)) {
    return Isa{"avx2", "x86-64-v3", "", 256, cpu};
  }
  // Atomics of 128 bits; every 64-bit CPU of the last fifteen years has it.
  if (name == "baseline") return Isa{"baseline", "x86-64", "+cx16", 128, cpu};
  return llvm::createStringError("this CPU cannot run code for '" + name + "'");
}

bool Isa::has(llvm::StringRef feature) const {
  return llvm::is_contained(llvm::split(features, ','), ("+" + feature).str());
}

llvm::Expected<Machine> take_machine(const Isa& isa) {
  static const bool initialised = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    return true;
  }();
  (void)initialised;
  std::string key = isa.cpu + ' ' + isa.features;
  if (auto machine = take_idle(key)) return Machine(machine.release(), {std::move(key)});
  const llvm::Triple triple(kTriple);
  std::string message;
  const auto* target = llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target) return llvm::createStringError(message);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  Machine machine(
      target->createTargetMachine(triple, isa.cpu, isa.features, options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, true),
      {std::move(key)});
  if (!machine) return llvm::createStringError("LLVM has no code generator for " + triple.str());
  return machine;
}

void aim_at(llvm::Function& function, const Isa& isa, bool vectors) {
  function.addFnAttr("target-cpu", isa.cpu);
  if (!isa.features.empty()) function.addFnAttr("target-features", isa.features);
  if (!vectors) return;
  const auto bits = std::to_string(isa.vector_bits);
  function.addFnAttr("prefer-vector-width", bits);
  function.addFnAttr("min-legal-vector-width", bits);
}

}  // namespace heddle::compiler
