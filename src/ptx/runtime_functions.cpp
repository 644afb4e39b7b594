// SPDX-License-Identifier: Apache-2.0
#include "ptx/runtime_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace heddle::ptx {

using namespace llvm;

FunctionType* runtime_function_type(LLVMContext& context, StringRef name) {
  auto* pointer = PointerType::get(context, 0);
  Type *word = Type::getInt32Ty(context), *wide = Type::getInt64Ty(context),
       *none = Type::getVoidTy(context);
  return StringSwitch<FunctionType*>(name)
      .Case("vprintf", FunctionType::get(word, {pointer, pointer}, false))
      .Case("malloc", FunctionType::get(pointer, {wide}, false))
      .Case("__nv_aligned_device_malloc", FunctionType::get(pointer, {wide, wide}, false))
      .Case("free", FunctionType::get(none, {pointer}, false))
      .Case("__assertfail", FunctionType::get(none, {pointer, pointer, word, pointer, wide}, false))
      .Default(nullptr);
}

FunctionType* math_function_type(LLVMContext& context, StringRef name) {
  constexpr StringRef kOne[] = {"sin",
                                "cos",
                                "tan",
                                "asin",
                                "acos",
                                "atan",
                                "sinh",
                                "cosh",
                                "tanh",
                                "asinh",
                                "acosh",
                                "atanh",
                                "exp",
                                "exp2",
                                "exp10",
                                "expm1",
                                "log",
                                "log2",
                                "log10",
                                "log1p",
                                "cbrt",
                                "erf",
                                "erfc",
                                "tgamma",
                                "lgamma",
                                "j0",
                                "j1",
                                "y0",
                                "y1",
                                "__heddle_sleef_tan",
                                "__heddle_sleef_sinh",
                                "__heddle_sleef_cosh",
                                "__heddle_sleef_asinh",
                                "__heddle_sleef_acosh",
                                "__heddle_sleef_log1p"};
  constexpr StringRef kTwo[] = {"pow", "atan2", "fmod", "remainder", "hypot", "__heddle_sleef_pow"};
  for (const bool is_float : {false, true}) {
    StringRef base = name;
    if (is_float && !base.consume_back("f")) continue;
    auto* type = is_float ? Type::getFloatTy(context) : Type::getDoubleTy(context);
    if (is_contained(kOne, base)) return FunctionType::get(type, {type}, false);
    if (is_contained(kTwo, base)) return FunctionType::get(type, {type, type}, false);
    if (base == "jn" || base == "yn") {
      return FunctionType::get(type, {Type::getInt32Ty(context), type}, false);
    }
  }
  return nullptr;
}

}  // namespace heddle::ptx
