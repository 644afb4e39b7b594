// SPDX-License-Identifier: Apache-2.0
// The functions of libdevice.10.bc, which is added lazily as clients do: a kernel for each, another
// argument in each thread, compared with the host's. All others that it has are compiled, too.
#include <cmath>
#include <limits>
#include <map>

#include "nvvm_test.h"

using Host = double (*)(double, double);
struct Row {
  std::string name;
  char type;  // of all that it takes and returns: d, f
  int arguments;
  Host host;
};

#define ONE(name)                                                              \
  {#name, 'd', 1, [](double x, double) -> double { return std::name(x); }}, {  \
    #name "f", 'f', 1, [](double x, double) -> double { return std::name(x); } \
  }
#define TWO(name)                                                                                 \
  {#name, 'd', 2, [](double x, double y) -> double { return std::name(x, y); }}, {                \
    #name "f", 'f', 2, [](double x, double y) -> double { return std::name(float(x), float(y)); } \
  }
#define AS(name, type, count, value) \
  {name, type, count, [](double x, double y) -> double { return value; }}

// Arguments lie between 0.1 and 0.9.
static const Row kRows[] = {
    ONE(acos),
    ONE(asin),
    ONE(asinh),
    ONE(atan),
    ONE(atanh),
    ONE(cbrt),
    ONE(ceil),
    ONE(cos),
    ONE(cosh),
    ONE(erf),
    ONE(erfc),
    ONE(exp),
    ONE(exp2),
    ONE(expm1),
    ONE(fabs),
    ONE(floor),
    ONE(lgamma),
    ONE(log),
    ONE(log10),
    ONE(log1p),
    ONE(log2),
    ONE(logb),
    ONE(nearbyint),
    ONE(rint),
    ONE(round),
    ONE(sin),
    ONE(sinh),
    ONE(sqrt),
    ONE(tan),
    ONE(tanh),
    ONE(tgamma),
    ONE(trunc),
    TWO(atan2),
    TWO(copysign),
    TWO(fdim),
    TWO(fmax),
    TWO(fmin),
    TWO(fmod),
    TWO(hypot),
    TWO(nextafter),
    TWO(pow),
    TWO(remainder),
    AS("j0", 'd', 1, j0(x)),
    AS("j1f", 'f', 1, j1(x)),
    AS("y0", 'd', 1, y0(x)),
    AS("y1", 'd', 1, y1(x)),
    AS("exp10", 'd', 1, std::pow(10, x)),
    AS("sinpi", 'd', 1, std::sin(M_PI* x)),
    AS("cospif", 'f', 1, std::cos(M_PI* x)),
    AS("rsqrt", 'd', 1, 1 / std::sqrt(x)),
    AS("rcbrt", 'd', 1, 1 / std::cbrt(x)),
    AS("normcdf", 'd', 1, std::erfc(-x / std::sqrt(2.0)) / 2),
    AS("rhypot", 'd', 2, 1 / std::hypot(x, y)),
    AS("fast_sinf", 'f', 1, std::sin(x)),
    AS("fast_expf", 'f', 1, std::exp(x)),
    AS("fast_powf", 'f', 2, std::pow(x, y)),
    AS("fast_fdividef", 'f', 2, x / y),
    AS("saturatef", 'f', 1, x),
    AS("dadd_ru", 'd', 2, x + y),
    AS("dsub_rz", 'd', 2, x - y),
    AS("dmul_rd", 'd', 2, x* y),
    AS("ddiv_rn", 'd', 2, x / y),
    AS("drcp_ru", 'd', 1, 1 / x),
    AS("dsqrt_rz", 'd', 1, std::sqrt(x)),
    AS("fadd_rd", 'f', 2, x + y),
    AS("frsqrt_rn", 'f', 1, 1 / std::sqrt(x)),
};

static std::string llvm_of(char type) {
  return type == 'd' ? "double" : "float";
}

// A kernel (double* data) with data[i] = f(data[i], 1.25 - data[i]).
static std::string kernel_text(const Row& row) {
  const std::string type = llvm_of(row.type), name = "__nv_" + row.name;
  const std::string second = row.arguments == 2 ? ", " + type : "";
  std::string text = "declare " + type + " @" + name + "(" + type + second + ")\n";
  text += "define void @k_" + row.name + "(double* %data) {\n";
  text += "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";
  text += "  %p = getelementptr double, double* %data, i32 %t\n  %x = load double, double* %p\n";
  text += "  %y = fsub double 1.25, %x\n";
  if (row.type == 'f') {
    text += "  %a = fptrunc double %x to float\n  %b = fptrunc double %y to float\n";
  } else {
    text += "  %a = fadd double %x, -0.0\n  %b = fadd double %y, -0.0\n";
  }
  text += "  %r = call " + type + " @" + name + "(" + type + " %a" +
          (row.arguments == 2 ? ", " + type + " %b" : "") + ")\n";
  text += row.type == 'f' ? "  %w = fpext float %r to double\n" : "  %w = fadd double %r, -0.0\n";
  return text + "  store double %w, double* %p\n  ret void\n}\n";
}

int main() {
  begin();
  std::string module = kTarget + "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";
  std::string annotations = "!nvvmir.version = !{!1}\n!1 = !{i32 2, i32 0, i32 3, i32 1}\n";
  std::string all;
  int number = 2;
  for (const Row& row : kRows) {
    module += kernel_text(row);
    annotations += "!" + std::to_string(number) + " = !{void (double*)* @k_" + row.name +
                   ", !\"kernel\", i32 1}\n";
    all += (all.empty() ? "!" : ", !") + std::to_string(number++);
  }
  module += annotations + "!nvvm.annotations = !{" + all + "}\n";
  nvvmProgram program = program_of(module);
  const std::string libdevice = file("libdevice.10.bc");
  IS(nvvmLazyAddModuleToProgram(program, libdevice.data(), libdevice.size(), "libdevice"),
     NVVM_SUCCESS);
  const std::string ptx = ptx_of(program);
  CUmodule loaded = nullptr;
  OK(cuModuleLoadData(&loaded, ptx.c_str()));
  std::vector<double> data(40);
  for (unsigned i = 0; i < data.size(); ++i) data[i] = 0.1 + 0.02 * i;
  int wrong = 0;
  for (const Row& row : kRows) {
    CUfunction kernel = nullptr;
    OK(cuModuleGetFunction(&kernel, loaded, ("k_" + row.name).c_str()));
    const auto got = run(kernel, data, unsigned(data.size()));
    for (unsigned i = 0; i < data.size(); ++i) {
      double x = data[i], y = 1.25 - x;
      if (row.type == 'f') x = float(x), y = float(y);
      const double wanted = row.host(x, y);
      const double bound = row.type == 'f' ? 4e-6 : 1e-14;
      if (!(std::fabs(got[i] - wanted) <= bound * std::fmax(1, std::fabs(wanted)))) {
        std::printf("FAIL %s(%g, %g) is %.17g, not %.17g\n", row.name.c_str(), x, y, got[i],
                    wanted);
        ++wrong;
        break;
      }
    }
  }
  // The whole of it, not lazily: what none of the kernels calls is PTX as well.
  nvvmProgram whole = program_of(libdevice, "libdevice.10.bc");
  const std::string text = ptx_of(whole);
  int functions = 0;
  for (std::size_t at = 0; (at = text.find(".visible .func", at)) != std::string::npos; ++at)
    ++functions;
  if (functions < 340) std::printf("FAIL: %d functions\n", functions), ++wrong;
  if (wrong == 0) std::puts("PASS");
  return wrong != 0;
}
