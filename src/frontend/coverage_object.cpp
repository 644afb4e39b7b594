// SPDX-License-Identifier: Apache-2.0
#include "frontend/coverage_object.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <fstream>

#include "frontend/failure.h"
#include "frontend/process.h"
#include "frontend/toolchain.h"
#include "image/coverage.h"
#include "support/read_file.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kGlobalSpace = 1;

void step(const Command& command) {
  if (const int status = run(command); status != 0) throw StepFailed(status);
}

std::string make_object(const std::vector<std::uint8_t>& host, const std::string& input,
                        Workspace& workspace) {
  const std::string bitcode = workspace.file(input, ".coverage.bc");
  const std::string object = workspace.file(input, ".coverage.o");
  const std::string shared = workspace.file(input, ".coverage.so");
  std::ofstream(bitcode, std::ios::binary)
      .write(reinterpret_cast<const char*>(host.data()), static_cast<std::streamsize>(host.size()));
  const Toolchain& tools = toolchain();
  step({tools.clang, "-x", "ir", bitcode, "-c", "-fPIC", "-O1", "-o", object});
  Command link = {tools.clang, "-shared", "-nostdlib++", "-fprofile-instr-generate"};
  if (tools.has_lld) link.emplace_back("-fuse-ld=lld");
  link.insert(link.end(), {"-s", "-Wl,--gc-sections", "-o", shared, object});
  step(link);
  const auto bytes = support::read_file(shared);
  if (!bytes) throw Failure(fmt::format("cannot read {}", shared));
  return *bytes;
}

}  // namespace

std::vector<std::uint8_t> with_coverage_object(const DeviceCoverage& parts,
                                               const std::string& input, Workspace& workspace) {
  const std::string object = make_object(parts.host, input, workspace);
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(parts.device.data()),
                              parts.device.size());
  const auto module = llvm::cantFail(
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, input), context));  // what we wrote
  auto* data = llvm::ConstantDataArray::getString(context, object, false);
  // Externally initialised: the host would see it, so nothing takes it away.
  auto* variable = new llvm::GlobalVariable(
      *module, data->getType(), false, llvm::GlobalValue::ExternalLinkage, data,
      std::string(image::kCoverageObject) + parts.key, nullptr, llvm::GlobalValue::NotThreadLocal,
      kGlobalSpace, /*isExternallyInitialized=*/true);
  variable->setAlignment(llvm::Align(1));
  llvm::SmallVector<char, 0> written;
  llvm::raw_svector_ostream out(written);
  llvm::WriteBitcodeToFile(*module, out);
  return {written.begin(), written.end()};
}

}  // namespace heddle::frontend
