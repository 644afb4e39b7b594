// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/read_nvvm.h"

#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>

#include "frontend/nvvm/nvvm_intrinsics.h"
#include "frontend/nvvm/opaque_pointers.h"

namespace heddle::frontend {
namespace {

// nvvmIRVersion()
constexpr std::array<std::uint64_t, 4> kVersion = {2, 0, 3, 1};

bool is_bitcode(const std::string& bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return llvm::isBitcode(begin, begin + bytes.size());
}

[[noreturn]] void wrong(const std::string& name, const std::string& what) {
  throw NvvmErrors{fmt::format("{}: error: {}\n", name, what)};
}

// Where the parser stopped, in the text that was given.
std::string place_of(const llvm::SMDiagnostic& diagnostic, const std::string& bytes,
                     const OpaqueText& text) {
  if (diagnostic.getLineNo() < 1) return {};
  std::size_t begin = 0;
  for (int line = 1; line < diagnostic.getLineNo(); ++line) {
    begin = std::min(text.text.find('\n', begin), text.text.size() - 1) + 1;
  }
  const auto column = static_cast<std::size_t>(std::max(diagnostic.getColumnNo(), 0));
  const std::size_t at = std::min(text.original(begin + column), bytes.size());
  const auto line_begin = at == 0 ? 0 : bytes.rfind('\n', at - 1) + 1;
  return fmt::format(" ({}, {})", diagnostic.getLineNo(), at - line_begin);
}

std::unique_ptr<llvm::Module> parse_text(const std::string& bytes, const std::string& name,
                                         llvm::LLVMContext& context) {
  std::string_view given = bytes;
  while (given.ends_with('\0')) given.remove_suffix(1);  // sizes that count a string's end
  const OpaqueText text = use_opaque_pointers(given);
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly({text.text, name}, diagnostic, context);
  if (!module) {
    throw NvvmErrors{fmt::format("{}{}: parse {}\n", name, place_of(diagnostic, bytes, text),
                                 diagnostic.getMessage().str())};
  }
  return module;
}

std::unique_ptr<llvm::Module> parse_bitcode(const std::string& bytes, const std::string& name,
                                            llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile({bytes, name}, context);
  if (!module) wrong(name, llvm::toString(module.takeError()));
  return std::move(*module);
}

// !nvvmir.version = !{!{i32 2, i32 0, i32 3, i32 1}}: the last two, of debug metadata, may be
// left out. Another major version is another language.
void check_version(const llvm::Module& module, const std::string& name) {
  const auto* versions = module.getNamedMetadata("nvvmir.version");
  for (unsigned i = 0; versions && i < versions->getNumOperands(); ++i) {
    const auto* version = versions->getOperand(i);
    for (unsigned k = 0; k < version->getNumOperands() && k < kVersion.size(); k += 2) {
      const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(version->getOperand(k));
      if (!number) wrong(name, "nvvmir.version must consist of numbers");
      if (number->getZExtValue() == kVersion[k]) continue;
      throw NvvmErrors{
          fmt::format("{}: error: NVVM {} version {} is not {}\n", name,
                      k == 0 ? "IR" : "debug metadata", number->getZExtValue(), kVersion[k]),
          true};
    }
  }
}

void check_target(const llvm::Module& module, const std::string& name) {
  const auto& triple = module.getTargetTriple();
  if (triple.str().empty()) wrong(name, "there is no target triple (nvptx64-nvidia-cuda)");
  if (triple.getArch() != llvm::Triple::nvptx64 || triple.getOS() != llvm::Triple::CUDA) {
    wrong(name, fmt::format("the target triple {} is not nvptx64-nvidia-cuda", triple.str()));
  }
  if (module.getDataLayout().getPointerSizeInBits(0) != 64) {
    wrong(name, "the target datalayout has no pointers of 64 bits");
  }
}

void check_kernels(const llvm::Module& module, const std::string& name) {
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel) continue;
    const std::string kernel = "the kernel " + function.getName().str();
    if (!function.getReturnType()->isVoidTy()) wrong(name, kernel + " does not return void");
    if (function.isVarArg()) wrong(name, kernel + " has variable arguments");
  }
}

}  // namespace

std::unique_ptr<llvm::Module> read_nvvm(const std::string& bytes, const std::string& name,
                                        llvm::LLVMContext& context) {
  auto module =
      is_bitcode(bytes) ? parse_bitcode(bytes, name, context) : parse_text(bytes, name, context);
  check_version(*module, name);
  if (std::string what = lower_nvvm_intrinsics(*module); !what.empty()) wrong(name, what);
  return module;
}

void verify_nvvm(llvm::Module& module, const std::string& name) {
  check_target(module, name);
  check_kernels(module, name);
  std::string messages;
  llvm::raw_string_ostream out(messages);
  if (llvm::verifyModule(module, &out)) wrong(name, messages);
}

}  // namespace heddle::frontend
