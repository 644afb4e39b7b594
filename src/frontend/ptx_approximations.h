// SPDX-License-Identifier: Apache-2.0
// Approximate instructions in PTX, where the program asks for them.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::frontend {

struct Approximations {
  enum class Division {
    kRounded,
    kFull,   // -prec-div=false
    kQuick,  // -use_fast_math: numbers and their reciprocals of normal size
  };
  Division division = Division::kRounded;
  bool root = false;     // -prec-sqrt=false
  bool tangent = false;  // -use_fast_math: tanhf
  bool flush = false;
};

// Calls of __sinf, __nv_fast_expf, exp2f and their like become sin.approx, ex2.approx ..., as a GPU
// has them; divisions and roots of float as `what` says. Before a device library is linked: its
// functions count on exact ones.
void use_approximations(llvm::Module& module, const Approximations& what);

}  // namespace heddle::frontend
