// SPDX-License-Identifier: Apache-2.0
// Prints the instructions and special registers of inline PTX as rows for docs/language.md.
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "ptx/special_registers.h"
#include "ptx/table.h"

using namespace llvm;
using namespace heddle;

namespace {

// A table's cell ends at a bar.
std::string cell(StringRef text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

int main() {
  for (const auto& row : ptx::table()) {
    const auto* note = row.emit ? (row.forms.empty() ? "as documented" : row.forms.data())
                                : "not yet supported: a compile-time error that says so";
    outs() << "| `" << row.opcode << "` | " << cell(note) << " |\n";
  }
  for (const auto& name : ptx::special_register_names()) {
    outs() << "| `" << name << "` | special register |\n";
  }
  return 0;
}
