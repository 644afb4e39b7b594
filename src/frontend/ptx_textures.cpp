// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_textures.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <array>
#include <string>

namespace heddle::frontend {

using namespace llvm;

namespace {

// A lookup of textures.h as PTX has it. %0 is the object, %1 and on are the function's further
// arguments, a struct's members one by one; T is the type of what is looked up, D where it goes.
struct Lookup {
  const char* name;
  const char* text;
};
constexpr Lookup kLookups[] = {
    {"tex1Dfetch", "tex.1d.v4.T.s32 D, [%0, {%1}];"},
    {"tex1D", "tex.1d.v4.T.f32 D, [%0, {%1}];"},
    {"tex1DLayered", "tex.a1d.v4.T.f32 D, [%0, {%2, %1}];"},
    {"tex2D", "tex.2d.v4.T.f32 D, [%0, {%1, %2}];"},
    {"tex2DLayered", "tex.a2d.v4.T.f32 D, [%0, {%3, %1, %2, %2}];"},
    {"tex3D", "tex.3d.v4.T.f32 D, [%0, {%1, %2, %3, %3}];"},
    {"tex1DLod", "tex.level.1d.v4.T.f32 D, [%0, {%1}], %2;"},
    {"tex1DLayeredLod", "tex.level.a1d.v4.T.f32 D, [%0, {%2, %1}], %3;"},
    {"tex2DLod", "tex.level.2d.v4.T.f32 D, [%0, {%1, %2}], %3;"},
    {"tex2DLayeredLod", "tex.level.a2d.v4.T.f32 D, [%0, {%3, %1, %2, %2}], %4;"},
    {"tex3DLod", "tex.level.3d.v4.T.f32 D, [%0, {%1, %2, %3, %3}], %4;"},
    {"tex1DGrad", "tex.grad.1d.v4.T.f32 D, [%0, {%1}], {%2}, {%3};"},
    {"tex1DLayeredGrad", "tex.grad.a1d.v4.T.f32 D, [%0, {%2, %1}], {%3}, {%4};"},
    {"tex2DGrad", "tex.grad.2d.v4.T.f32 D, [%0, {%1, %2}], {%3, %4}, {%5, %6};"},
    {"tex2DLayeredGrad", "tex.grad.a2d.v4.T.f32 D, [%0, {%3, %1, %2, %2}], {%4, %5}, {%6, %7};"},
    {"tex3DGrad",
     "tex.grad.3d.v4.T.f32 D, [%0, {%1, %2, %3, %3}], {%4, %5, %6, %6}, {%8, %9, %10, %10};"},
    {"texCubemap", "tex.cube.v4.T.f32 D, [%0, {%1, %2, %3, %3}];"},
    {"texCubemapLod", "tex.level.cube.v4.T.f32 D, [%0, {%1, %2, %3, %3}], %4;"},
    {"texCubemapGrad",
     "tex.grad.cube.v4.T.f32 D, [%0, {%1, %2, %3, %3}], {%4, %5, %6, %6}, {%8, %9, %10, %10};"},
    {"texCubemapLayeredGrad",
     "tex.grad.acube.v4.T.f32 D, [%0, {%4, %1, %2, %3}], {%5, %6, %7, %7}, {%9, %10, %11, %11};"},
    {"texCubemapLayered", "tex.acube.v4.T.f32 D, [%0, {%4, %1, %2, %3}];"},
    {"texCubemapLayeredLod", "tex.level.acube.v4.T.f32 D, [%0, {%4, %1, %2, %3}], %5;"},
};

// The text with the function's results as operands 0 and on, the arguments behind them.
struct Assembly {
  std::string text, constraints;
  SmallVector<Value*, 12> arguments;

  void add_argument(Value* value) {
    constraints += value->getType()->isFloatTy()       ? ",f"
                   : value->getType()->isIntegerTy(64) ? ",l"
                   : value->getType()->isIntegerTy(32) ? ",r"
                                                       : ",h";
    arguments.push_back(value);
  }
  CallInst* call(IRBuilder<>& b, Type* result, bool has_effects) {
    SmallVector<Type*, 12> types;
    for (auto* argument : arguments) types.push_back(argument->getType());
    if (has_effects) constraints += ",~{memory}";
    const StringRef all = StringRef(constraints).ltrim(',');
    auto* type = FunctionType::get(result, types, false);
    return b.CreateCall(InlineAsm::get(type, text, all, has_effects), arguments);
  }
};

unsigned words_in(Type* type) {
  return type->isStructTy() ? type->getStructNumElements() : 1;
}

// "%k" becomes "$(first + k)".
std::string with_operands(StringRef text, unsigned first) {
  std::string made;
  while (!text.empty()) {
    if (!text.consume_front("%")) {
      made += text.front();
      text = text.drop_front();
      continue;
    }
    unsigned k = 0;
    text.consumeInteger(10, k);
    made += "$" + utostr(first + k);
  }
  return made;
}

void append_arguments(IRBuilder<>& b, CallInst& call, unsigned count, Assembly& code) {
  for (unsigned k = 0; k < count; ++k) {
    auto* value = call.getArgOperand(k);
    auto* by_value = call.isByValArgument(k) ? call.getParamByValType(k) : nullptr;
    if (!by_value) {
      code.add_argument(value);
      continue;
    }
    for (unsigned i = 0; i < words_in(by_value); ++i) {
      code.add_argument(
          b.CreateLoad(b.getFloatTy(), b.CreateConstGEP1_64(b.getFloatTy(), value, i)));
    }
  }
}

// Texels have four components, of which the function may want fewer.
Value* look_up(IRBuilder<>& b, CallInst& call, StringRef text, bool numbers, unsigned arguments) {
  const unsigned count = words_in(call.getType());
  std::string to = "{";
  for (unsigned k = 0; k < 4; ++k) {
    to += (k ? ", " : "") + (k < count ? "$" + utostr(k) : "rest" + utostr(k));
  }
  to += "}";
  std::string line = text.str();
  line.replace(line.find(".T."), 3, numbers ? ".f32." : ".u32.");
  line.replace(line.find(" D,"), 3, " @,");
  Assembly code;
  code.text = with_operands(line, count);
  code.text.replace(code.text.find('@'), 1, to);
  if (count < 4) code.text = "{ .reg .b32 rest<4>; " + code.text + " }";
  for (unsigned k = 0; k < count; ++k) code.constraints += ",=r";
  append_arguments(b, call, arguments, code);
  return code.call(b, call.getType(), false);
}

// Any component that is asked for: a constant nearly always.
Value* gather(IRBuilder<>& b, CallInst& call, bool numbers) {
  const auto of = [&](unsigned component) {
    const std::string name(1, "rgba"[component]);
    return look_up(b, call, "tld4." + name + ".2d.v4.T.f32 D, [%0, {%1, %2}];", numbers, 3);
  };
  auto* wanted = call.getArgOperand(3);
  if (const auto* constant = dyn_cast<ConstantInt>(wanted)) {
    return of(static_cast<unsigned>(std::min<std::uint64_t>(constant->getZExtValue(), 3)));
  }
  Value* found = of(3);
  for (unsigned k = 0; k < 3; ++k) {
    found = b.CreateSelect(b.CreateICmpEQ(wanted, b.getInt32(k)), of(k), found);
  }
  return found;
}

// __heddle_surface_read<bytes>(object, shape, x, y, z, boundary mode) and the writes of the same,
// which have the words behind.
struct Access {
  bool writes = false;
  unsigned bytes = 0;
  unsigned mode = 0;  // cudaSurfaceBoundaryMode
};

// Null where the shape is no constant.
Value* access_surface(IRBuilder<>& b, CallInst& call, const Access& access) {
  const auto [writes, bytes, mode] = access;
  const auto* shape = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (!shape || shape->getZExtValue() > 7) return nullptr;
  // As image::TextureShape; %1, %2, %3 are x, y, z.
  constexpr std::array kPlaces = {"",
                                  "1d {%1}",
                                  "2d {%1, %2}",
                                  "3d {%1, %2, %3, %3}",
                                  "a1d {%3, %1}",
                                  "a2d {%3, %1, %2, %2}",
                                  "a2d {%3, %1, %2, %2}",
                                  "a2d {%3, %1, %2, %2}"};
  const auto [geometry, at] = StringRef(kPlaces[shape->getZExtValue()]).split(' ');
  const unsigned words = bytes > 4 ? bytes / 4 : 1, bits = bytes < 4 ? bytes * 8 : 32;
  const unsigned outputs = writes ? 0 : words;
  std::string data;
  for (unsigned k = 0; k < words; ++k) {
    data += (k ? ", $" : "$") + utostr(writes ? 4 + k : k);
  }
  if (words > 1) data = "{" + data + "}";
  const std::string type = (words > 1 ? ".v" + utostr(words) : "") + ".b" + utostr(bits);
  constexpr std::array kModes = {".zero", ".clamp", ".trap"};
  const std::string name = (writes ? "sust.b." : "suld.b.") + geometry.str() + type + kModes[mode];
  const std::string place = with_operands("[%0, " + at.str() + "]", outputs);
  Assembly code;
  code.text =
      writes ? name + " " + place + ", " + data + ";" : name + " " + data + ", " + place + ";";
  for (unsigned k = 0; k < outputs; ++k) code.constraints += bytes < 4 ? ",=h" : ",=r";
  for (const unsigned k : {0U, 2U, 3U, 4U}) code.add_argument(call.getArgOperand(k));
  // Registers have at least 16 bits.
  const auto fit = [&](Value* value, Type* narrow, Type* wide) {
    return value->getType() == narrow ? b.CreateZExt(value, wide) : value;
  };
  if (writes) {
    for (unsigned k = 6; k < call.arg_size(); ++k) {
      code.add_argument(fit(call.getArgOperand(k), b.getInt8Ty(), b.getInt16Ty()));
    }
    return code.call(b, b.getVoidTy(), true);
  }
  auto* byte = b.getInt8Ty();
  auto* result = call.getType() == byte ? b.getInt16Ty() : call.getType();
  auto* got = code.call(b, result, true);
  return result == call.getType() ? got : b.CreateTrunc(got, byte);
}

// Where the mode is known as the kernel runs only: one access for each.
Value* access_surface_by_mode(CallInst& call, Access access) {
  IRBuilder<> b(&call);
  if (const auto* mode = dyn_cast<ConstantInt>(call.getArgOperand(5))) {
    access.mode = static_cast<unsigned>(std::min<std::uint64_t>(mode->getZExtValue(), 2));
    return access_surface(b, call, access);
  }
  auto* head = call.getParent();
  auto* tail = SplitBlock(head, &call);
  const auto block = [&] {
    return BasicBlock::Create(b.getContext(), "surface", head->getParent(), tail);
  };
  auto* trap = block();
  head->getTerminator()->eraseFromParent();
  b.SetInsertPoint(head);
  auto* choice = b.CreateSwitch(call.getArgOperand(5), trap, 2);
  const bool has_value = !call.getType()->isVoidTy();
  PHINode* value = has_value ? PHINode::Create(call.getType(), 3, "", call.getIterator()) : nullptr;
  Value* made = nullptr;
  for (access.mode = 0; access.mode < 3; ++access.mode) {
    auto* here = access.mode == 2 ? trap : block();
    if (here != trap) choice->addCase(b.getInt32(access.mode), here);
    b.SetInsertPoint(here);
    made = access_surface(b, call, access);
    if (!made) return nullptr;  // the text is not written
    if (value) value->addIncoming(made, here);
    b.CreateBr(tail);
  }
  return value ? value : made;
}

// Null where PTX has no such thing.
Value* replacement(IRBuilder<>& b, CallInst& call, StringRef name) {
  unsigned bytes = 0;
  if (name.consume_front("surface_read")) {
    return name.getAsInteger(10, bytes) ? nullptr : access_surface_by_mode(call, {false, bytes});
  }
  if (name.consume_front("surface_write")) {
    return name.getAsInteger(10, bytes) ? nullptr : access_surface_by_mode(call, {true, bytes});
  }
  const auto [function, suffix] = name.rsplit('_');
  const bool numbers = suffix.starts_with("f");
  if (function == "tex2Dgather") return gather(b, call, numbers);
  const auto* row = find_if(kLookups, [&](const Lookup& it) { return function == it.name; });
  if (row == std::end(kLookups)) return nullptr;
  return look_up(b, call, row->text, numbers, call.arg_size());
}

// Clang says of a variable that it is a texture or surface reference.
void add_references(const Module& module, std::string& names) {
  const auto* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  for (const auto* row : annotations->operands()) {
    for (unsigned k = 1; k + 1 < row->getNumOperands(); k += 2) {
      const auto* what = dyn_cast<MDString>(row->getOperand(k));
      if (!what || (what->getString() != "texture" && what->getString() != "surface")) continue;
      const auto* variable = mdconst::dyn_extract_or_null<GlobalVariable>(row->getOperand(0));
      if (!variable) continue;
      names += (names.empty() ? "" : ", ") + what->getString().str() + " reference " +
               variable->getName().str();
    }
  }
}

}  // namespace

std::string use_texture_instructions(Module& module) {
  std::string refused;
  add_references(module, refused);
  for (auto& function : module) {
    auto name = function.getName();
    if (!function.isDeclaration() || !name.consume_front("__heddle_")) continue;
    if (!name.starts_with("tex") && !name.starts_with("surface")) continue;
    for (auto* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallInst>(user);
      Value* made = nullptr;
      if (call && call->getCalledOperand() == &function) {
        IRBuilder<> b(call);
        made = replacement(b, *call, name);
      }
      if (!made) {
        if (!StringRef(refused).contains(name))
          refused += (refused.empty() ? "" : ", ") + name.str();
        continue;
      }
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(made);
      call->eraseFromParent();
    }
  }
  return refused;
}

}  // namespace heddle::frontend
