// SPDX-License-Identifier: Apache-2.0
// What the options change: denormal numbers, contraction, lines and code that is not optimised.
#include "nvvm_test.h"

static const std::string kModule = kTarget + R"(
define internal float @squared(float %x) {
  %r = fmul float %x, %x
  ret float %r
}
define void @k(float* %data) !dbg !5 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  %p = getelementptr float, float* %data, i32 %t, !dbg !7
  %x = load float, float* %p, !dbg !7
  %product = call float @squared(float %x), !dbg !8
  %sum = fadd float %product, %x, !dbg !8
  store float %sum, float* %p, !dbg !8
  ret void, !dbg !8
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!2}
!0 = !{void (float*)* @k, !"kernel", i32 1}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4, producer: "test", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!4 = !DIFile(filename: "source.py", directory: "/tmp")
!5 = distinct !DISubprogram(name: "k", scope: !4, file: !4, line: 10, type: !6, isLocal: false, isDefinition: true, scopeLine: 10, unit: !3)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 11, column: 3, scope: !5)
!8 = !DILocation(line: 12, column: 3, scope: !5)
)" + kVersion;

static std::vector<float> of(const std::string& ptx, const std::vector<float>& data) {
  return run(kernel_of(ptx, "k"), data, unsigned(data.size()));
}

int main() {
  begin();
  const std::vector<float> denormals = {1e-40f, 2e-40f, -3e-39f, 0.5f};
  nvvmProgram program = program_of(kModule);
  const std::string plain = ptx_of(program, {"-fma=0"});
  THAT(of(plain, denormals)[1] == 2e-40f && of(plain, denormals)[2] == -3e-39f);
  const std::string flushed = ptx_of(program, {"-ftz=1", "-fma=0"});
  THAT(of(flushed, denormals)[1] == 0 && of(flushed, denormals)[3] == 0.75f);
  THAT(flushed.find("mul.rn.ftz.f32") != std::string::npos);

  THAT(plain.find("fma.rn.f32") == std::string::npos);
  THAT(ptx_of(program).find("fma.rn.f32") != std::string::npos);
  // x * x + x of -(1 + 2^-12): rounded once or twice.
  const float x = -1 - 0x1p-12f;
  THAT(of(ptx_of(program), {x})[0] == __builtin_fmaf(x, x, x));
  const volatile float product = x * x;
  THAT(of(plain, {x})[0] == product + x && product + x != __builtin_fmaf(x, x, x));

  // Lines in either case; what debuggers need with -g.
  THAT(plain.find("source.py") != std::string::npos);
  THAT(plain.find("12 3\n") != std::string::npos);
  THAT(ptx_of(program, {"-generate-line-info", "-fma=0"}) == plain);
  THAT(plain.find("$L__func_begin0\n") == std::string::npos);
  const std::string debug = ptx_of(program, {"-g", "-opt=0"});
  THAT(debug.find("$L__func_begin0\n") != std::string::npos);  // where debuggers find k
  THAT(of(debug, {3.0f})[0] == 12.0f);
  // Only what is optimised has its functions inlined.
  THAT(debug.find("squared") != std::string::npos && plain.find("squared") == std::string::npos);
  std::puts("PASS");
}
