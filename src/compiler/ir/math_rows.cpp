// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/math_rows.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

const StringMap<MathRow>& table() {
  static const StringMap<MathRow> rows = [] {
    StringMap<MathRow> made;
    using Kind = MathRow::Kind;
    constexpr bool f32 = false, f64 = true;
    (void)f32, (void)f64;
#define HEDDLE_MATH_INTRINSIC(name, intrinsic) \
  made[#name] = {Kind::kIntrinsic, #intrinsic, false, ""};
#define HEDDLE_MATH_SLEEF(name, base, type, args, acc) \
  made[#name] = {Kind::kSleef, #base, type, #acc};
#define HEDDLE_MATH_LIBM(name) made[#name] = {Kind::kLibm, #name, false, ""};
#include "devicelib/math_table.inc"
    return made;
  }();
  return rows;
}

}  // namespace

const MathRow* find_math(const Function& function) {
  auto name = function.getName();
  std::string c_name;
  if (function.isIntrinsic()) {
    // llvm.<name>.f32 / .f64 of scalars only; the C name has an f for float.
    if (!name.consume_front("llvm.")) return nullptr;
    const auto [base, type] = name.rsplit('.');
    if (base.contains('.') || (type != "f32" && type != "f64")) return nullptr;
    c_name = base.str() + (type == "f32" ? "f" : "");
    name = c_name;
    const auto found = table().find(name);
    // Those with instructions of their own are left to the intrinsic's vector form.
    return found == table().end() || found->second.kind == MathRow::Kind::kIntrinsic
               ? nullptr
               : &found->second;
  }
  const auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

bool is_math_name(StringRef name) {
  return table().contains(name);
}

// The "finz" and "cinz" families give the same bits at every vector width.
std::string sleef_name(StringRef base, StringRef accuracy, bool is_double, StringRef variant) {
  const bool scalar = variant.consume_front("scalar.");
  const bool fma = variant != "baseline";
  const unsigned bits = variant == "avx512" ? 512 : variant == "avx2" ? 256 : 128;
  const unsigned width = scalar ? 1 : bits / (is_double ? 64 : 32);
  const StringRef suffix = scalar                ? (fma ? "purecfma" : "purec")
                           : variant == "avx512" ? "avx512f"
                           : variant == "avx2"   ? "avx2"
                                                 : "sse2";
  return ("Sleef_" + StringRef(fma ? "finz" : "cinz") + "_" + base + (is_double ? "d" : "f") +
          Twine(width) + "_" + accuracy + suffix)
      .str();
}

}  // namespace heddle::compiler
