// SPDX-License-Identifier: Apache-2.0
// ld.lld of a package: LLD for ELF alone. Debian's has drivers for COFF, Mach-O and WebAssembly, too, which bring
// libxml2 and ICU.
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

int main(int argc, char** argv) {
  const llvm::ArrayRef<const char*> words(argv, static_cast<size_t>(argc));
  return lld::lldMain(words, llvm::outs(), llvm::errs(), {{lld::Gnu, &lld::elf::link}}).retCode;
}
