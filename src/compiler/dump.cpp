// SPDX-License-Identifier: Apache-2.0
#include "compiler/dump.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::compiler {

using namespace llvm;

std::string dump_path(const Compilation& c, const Twine& ending) {
  const auto& request = c.request;
  if (request.dump_dir.empty()) return {};
  sys::fs::create_directories(request.dump_dir);
  std::string shape = "any";
  if (request.block) {
    const auto& [x, y, z] = *request.block;
    shape = formatv("{0}x{1}x{2}", x, y, z).str();
  }
  const auto name = request.kernel.empty() ? std::string("module") : request.kernel.substr(0, 120);
  SmallString<256> path(request.dump_dir);
  sys::path::append(path, name + "." + shape + "." + request.isa.name +
                              (c.single_threads ? ".threads" : "") + "." + ending);
  return path.str().str();
}

void Dump::after(StringRef stage) {
  const auto path = dump_path(c_, formatv("{0,0+2}-{1}.ll", number_++, stage).str());
  if (path.empty()) return;
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error) {
    errs() << "heddle: cannot write " << path << ": " << error.message() << "\n";
    return;
  }
  c_.module->print(out, nullptr);
}

}  // namespace heddle::compiler
