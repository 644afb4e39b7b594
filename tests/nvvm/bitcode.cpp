// SPDX-License-Identifier: Apache-2.0
// Bitcode with typed pointers: old_dialect.ll as LLVM 14 wrote it. It calls a function of another
// module, which is text.
#include "nvvm_test.h"

static const std::string kOther = kTarget + R"(
define i32 @scaled(i32* %p, i32 %by) {
  %x = load i32, i32* %p
  %r = mul i32 %x, %by
  ret i32 %r
}
define void @not_called() {
  ret void
}
)";

int main() {
  begin();
  const std::string bitcode = file("old_dialect.bc");
  nvvmProgram program = program_of(bitcode, "old_dialect.bc");
  IS(nvvmLazyAddModuleToProgram(program, kOther.data(), kOther.size(), "other.ll"), NVVM_SUCCESS);
  const std::string ptx = ptx_of(program);
  THAT(ptx.find("not_called") == std::string::npos);  // of a lazy module what is called
  std::vector<int> data(96), wanted(96);
  for (int i = 0; i < 96; ++i) {
    data[i] = 3 * i * i - 50;
    wanted[i] = data[i] * (i % 48 + 2);
  }
  THAT(run(kernel_of(ptx, "scale"), data, 48) == wanted);
  std::puts("PASS");
}
