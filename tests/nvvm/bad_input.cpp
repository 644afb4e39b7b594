// SPDX-License-Identifier: Apache-2.0
// What is wrong with a module, and where: line and column of the text as it was given, also behind
// pointer types that were rewritten.
#include "nvvm_test.h"

static void refuses(const std::string& module, const char* said,
                    nvvmResult verified = NVVM_ERROR_INVALID_IR,
                    nvvmResult compiled = NVVM_ERROR_COMPILATION) {
  nvvmProgram program = program_of(module, "bad.ll");
  IS(verify(program), verified);
  const std::string log = log_of(program);
  if (log.find(said) == std::string::npos) {
    std::printf("FAIL: '%s' is not in: %s\n", said, log.c_str());
    std::exit(1);
  }
  IS(compile(program, {"-arch=compute_90"}), compiled);
  THAT(log_of(program) == log);
  IS(nvvmDestroyProgram(&program), NVVM_SUCCESS);
}

int main() {
  const std::string kernel = "define void @k(i32* %p) {\n  ret void\n}\n";
  const std::string end = "!0 = !{void (i32*)* @k, !\"kernel\", i32 1}\n" + kVersion;

  refuses(kTarget +
              "define void @k(i32 addrspace(1)* %p, i32* %q) {\n  store i32 %x, i32* %q\n"
              "  ret void\n}\n",
          "bad.ll (4, 12): parse use of undefined value '%x'");
  refuses(kTarget + "define void @k(i32 addrspace(1)* %p, i32** %q, nothing %r) {\n}\n",
          "bad.ll (3, 47): parse expected type");
  refuses("x", "bad.ll (1, 0): parse expected top-level entity");
  refuses(kTarget + "define void @k(* %p) {\n  ret void\n}\n", "bad.ll (3, 15): parse");
  refuses(
      "BC\xc0\xde"
      "broken",
      "bad.ll: error:");
  refuses(std::string("BC\xc0\xde\0\0\0\0", 8), "bad.ll: error:");
  const std::string bitcode = file("old_dialect.bc");
  THAT(bitcode.size() > 100);
  refuses(bitcode.substr(0, bitcode.size() / 2), "bad.ll: error:");

  // What the language asks for.
  refuses(kernel + end, "bad.ll: error: there is no target triple");
  refuses("target triple = \"x86_64-pc-linux-gnu\"\n" + kernel + end, "x86_64-pc-linux-gnu");
  refuses("target triple = \"nvptx-nvidia-cuda\"\n" + kernel + end, "nvptx-nvidia-cuda");
  refuses(kTarget +
              "define i32 @k(i32* %p) {\n  ret i32 0\n}\n"
              "!0 = !{i32 (i32*)* @k, !\"kernel\", i32 1}\n" +
              kVersion,
          "the kernel k does not return void");
  refuses(kTarget + kernel + "!nvvmir.version = !{!0}\n!0 = !{i32 1, i32 2}\n",
          "NVVM IR version 1 is not 2", NVVM_ERROR_IR_VERSION_MISMATCH,
          NVVM_ERROR_IR_VERSION_MISMATCH);
  refuses(kTarget + kernel + "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0, i32 1, i32 0}\n",
          "NVVM debug metadata version 1 is not 3", NVVM_ERROR_IR_VERSION_MISMATCH,
          NVVM_ERROR_IR_VERSION_MISMATCH);
  refuses(kTarget +
              "declare void @llvm.nvvm.no.such(i32)\ndefine void @k(i32* %p) {\n"
              "  call void @llvm.nvvm.no.such(i32 1)\n  ret void\n}\n" +
              end,
          "unknown intrinsic function llvm.nvvm.no.such");
  const std::string vote = "declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)\n";
  refuses(
      kTarget + vote +
          "define void @k(i32* %p, i32 %m) {\n"
          "  %v = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 %m, i1 true)\n  ret void\n}\n",
      "argument 2 of llvm.nvvm.vote.sync must be a constant");
  refuses(kTarget + vote +
              "define void @k(i32* %p) {\n"
              "  %v = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 4, i1 true)\n  ret void\n}\n",
          "llvm.nvvm.vote.sync has no mode 4");
  // LLVM's own verifier.
  refuses(kTarget +
              "define void @k(i32* %p) {\n  br label %b\na:\n  %x = add i32 1, 1\n"
              "  br label %b\nb:\n  store i32 %x, i32* %p\n  ret void\n}\n",
          "Instruction does not dominate all uses");
  // Two modules that do not fit.
  nvvmProgram program =
      program_of(kTarget + "define void @k(i32* %p) {\n  ret void\n}\n", "one.ll");
  const std::string again = kTarget + "define void @k(i32* %p) {\n  ret void\n}\n";
  IS(nvvmAddModuleToProgram(program, again.data(), again.size(), "two.ll"), NVVM_SUCCESS);
  IS(verify(program), NVVM_ERROR_INVALID_IR);
  THAT(log_of(program).find("two.ll: error:") != std::string::npos);
  THAT(log_of(program).find("'k'") != std::string::npos);
  std::puts("PASS");
}
