// SPDX-License-Identifier: Apache-2.0
// tex, tld4 and txq of objects (PTX ISA, "Texture Instructions", unified mode): the functions of
// the device library that CUDA C++'s texture functions call (devicelib/texture_*.cu).
#include "llvm/ADT/StringSwitch.h"
#include "ptx/texture_object.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Type kWord{Type::Kind::kBits, 32};
constexpr Type kSingle{Type::Kind::kFloat, 32};

// What a lookup gives: four words, the type that the library's functions have in bitcode.
StructType* words_type(Emitter& e) {
  auto& context = e.b.getContext();
  if (auto* there = StructType::getTypeByName(context, "struct.uint4")) return there;
  auto* word = e.b.getInt32Ty();
  return StructType::create(context, {word, word, word, word}, "struct.uint4");
}

// The last argument of a gradient in more than one dimension: a struct in memory.
Value* gradient_struct(Emitter& e, ArrayRef<Value*> axes) {
  auto& b = e.b;
  auto& entry = e.function().getEntryBlock();
  IRBuilder<> top(&entry, entry.getFirstInsertionPt());
  const unsigned count = axes.size() == 2 ? 2 : 4;
  auto* slot = top.CreateAlloca(ArrayType::get(b.getFloatTy(), count));
  slot->setAlignment(Align(4 * count));
  for (unsigned k = 0; k < axes.size(); ++k) {
    b.CreateStore(axes[k], b.CreateConstGEP1_64(b.getFloatTy(), slot, k));
  }
  return slot;
}

// tex{.base|.level|.grad}.GEOMETRY, and what the library calls it.
struct Lookup {
  StringRef mode, coordinates;
  const TextureGeometry* geometry = nullptr;
  SmallVector<int, 3> offsets;  // in texels; none: no operand

  std::string name() const {
    const auto suffix = mode == "level" ? "Lod" : mode == "grad" ? "Grad" : "";
    return (Twine("__heddle_tex") + geometry->name + suffix).str();
  }
};

// What may stand behind the operands of a lookup: offsets in texels, and a depth to compare with.
// No texture of CUDA holds depths, and an H200 takes no notice of it
// (tests/ptx/objects/offsets.cu).
SmallVector<int, 3> take_offsets(Emitter& e, unsigned operands, const TextureGeometry& geometry) {
  SmallVector<int, 3> offsets;
  e.expect_operands(operands, operands + 2);
  for (unsigned k = operands; k < e.count() && e.error().empty(); ++k) {
    const auto& operand = e.operand(k);
    if (operand.kind != Operand::Kind::kVector) {
      e.in(k, kSingle);
      if (geometry.axes == 3 && !geometry.is_cube) e.fail("boxes have no depths");
      if (k + 1 < e.count()) e.fail("the depth is the last operand");
      continue;
    }
    if (geometry.is_cube) e.fail("cubemaps have no offsets");
    if (k != operands || operand.parts.size() < geometry.axes) {
      e.fail("offsets are a vector of as many numbers as the texture has directions");
      break;
    }
    for (const auto& part : ArrayRef(operand.parts).take_front(geometry.axes)) {
      const auto* value = dyn_cast<ConstantInt>(e.read(part, {Type::Kind::kSigned, 32}));
      const auto offset = value ? value->getSExtValue() : 8;
      if (offset < -8 || offset > 7) {
        e.fail("offsets are constants from -8 to 7");
        break;
      }
      offsets.push_back(static_cast<int>(offset));
    }
  }
  return offsets;
}

Value* number(Emitter& e, int value) {
  return ConstantInt::getSigned(e.b.getInt32Ty(), value);
}

// Whole coordinates, moved.
Value* whole_coordinate(Emitter& e, const Operand& at, ArrayRef<int> offsets, unsigned k) {
  auto* value = e.read(at, {Type::Kind::kSigned, 32});
  return offsets.empty() ? value : e.b.CreateAdd(value, number(e, offsets[k]));
}

// The coordinates as floats. Whole ones count texels: the middle of one gives it.
SmallVector<Value*, 4> take_coordinates(Emitter& e, const Lookup& lookup,
                                        ArrayRef<Operand> registers) {
  auto& b = e.b;
  const auto* geometry = lookup.geometry;
  SmallVector<Value*, 4> values;
  for (unsigned k = 0; k < geometry->axes; ++k) {
    const auto& at = registers[k + (geometry->is_layered ? 1 : 0)];
    if (lookup.coordinates == "f32") {
      values.push_back(e.read(at, kSingle));
    } else {
      auto* whole = b.CreateSIToFP(whole_coordinate(e, at, lookup.offsets, k), b.getFloatTy());
      values.push_back(b.CreateFAdd(whole, ConstantFP::get(b.getFloatTy(), 0.5)));
    }
  }
  return values;
}

// Whole coordinates outside the level, and layers that there are not, give zeros, whatever the
// address modes are, as an H200 has it (tests/ptx/objects/offsets.cu).
Value* only_inside(Emitter& e, const Lookup& lookup, const TextureObject& object, Value* level,
                   Value* words) {
  auto& b = e.b;
  Value* inside = b.getTrue();
  for (unsigned k = 0; k < lookup.geometry->axes; ++k) {
    const auto& at = object.coordinates[k + (lookup.geometry->is_layered ? 1 : 0)];
    auto* size =
        e.library("__heddle_texture_query", b.getInt32Ty(), {object.handle, b.getInt32(k), level});
    auto* place = whole_coordinate(e, at, lookup.offsets, k);
    inside = b.CreateAnd(inside, b.CreateICmpULT(place, size));
  }
  if (lookup.geometry->is_layered) {
    auto* layers =
        e.library("__heddle_texture_query", b.getInt32Ty(), {object.handle, b.getInt32(3), level});
    inside = b.CreateAnd(inside, b.CreateICmpULT(e.read(object.coordinates[0], kWord), layers));
  }
  return b.CreateSelect(inside, words, Constant::getNullValue(words->getType()));
}

// dPdx or dPdy, operand k.
SmallVector<Value*, 3> take_gradient(Emitter& e, unsigned axes, unsigned k) {
  const auto registers = registers_of(e.operand(k));
  SmallVector<Value*, 3> values;
  if (registers.size() < axes) {
    e.fail("the gradient has fewer axes than the texture");
    return values;
  }
  for (unsigned axis = 0; axis < axes; ++axis) values.push_back(e.read(registers[axis], kSingle));
  return values;
}

void append_gradients(Emitter& e, unsigned axes, SmallVectorImpl<Value*>& arguments) {
  for (unsigned k = 2; k < 4; ++k) {
    const auto values = take_gradient(e, axes, k);
    if (values.empty()) return;
    arguments.push_back(axes == 1 ? values[0] : gradient_struct(e, values));
  }
}

// The level of a lookup that names one.
Value* take_level(Emitter& e, const Lookup& lookup) {
  return lookup.coordinates == "f32" || e.width(e.operand(2)) == 0
             ? e.in(2, kSingle)
             : e.b.CreateSIToFP(e.in(2, kWord), e.b.getFloatTy());
}

Value* look_up(Emitter& e, const std::string& name, ArrayRef<Value*> arguments) {
  auto* words = words_type(e);
  auto* call = cast<CallInst>(e.library(name, words, arguments));
  // A struct of floats is passed by value, in memory.
  for (unsigned k = 0; k < arguments.size(); ++k) {
    auto* slot = dyn_cast<AllocaInst>(arguments[k]);
    if (!slot) continue;
    const auto of = [&](auto* user) {
      user->addParamAttr(k,
                         Attribute::getWithByValType(e.b.getContext(), slot->getAllocatedType()));
      user->addParamAttr(k, Attribute::getWithAlignment(e.b.getContext(), slot->getAlign()));
    };
    of(call);
    of(call->getCalledFunction());
  }
  return call;
}

// The layer, or 0.
Value* layer_of(Emitter& e, const TextureGeometry& geometry, const TextureObject& object) {
  return geometry.is_layered ? e.read(object.coordinates[0], kWord) : e.b.getInt32(0);
}

// A lookup whose texels are moved: functions that CUDA C++ has not.
Value* look_up_moved(Emitter& e, const Lookup& lookup, const TextureObject& object,
                     StringRef numbers) {
  auto& b = e.b;
  const auto& geometry = *lookup.geometry;
  const auto at = take_coordinates(e, lookup, object.coordinates);
  SmallVector<Value*, 16> arguments{object.handle, number(e, geometry.shape)};
  arguments.append(at.begin(), at.end());
  arguments.push_back(layer_of(e, geometry, object));
  for (const int offset : lookup.offsets) arguments.push_back(number(e, offset));
  // No level, a level, or the steps of two gradients.
  arguments.push_back(number(e, lookup.mode == "level" ? 1 : lookup.mode == "grad" ? 2 : 0));
  const auto end = arguments.size() + 6;
  if (lookup.mode == "level") arguments.push_back(take_level(e, lookup));
  for (unsigned k = 2; k < 4 && lookup.mode == "grad"; ++k) {
    auto steps = take_gradient(e, geometry.axes, k);
    steps.resize(3, ConstantFP::get(b.getFloatTy(), 0));
    arguments.append(steps.begin(), steps.end());
  }
  if (!e.error().empty()) return nullptr;
  arguments.resize(end, ConstantFP::get(b.getFloatTy(), 0));
  return look_up(e, ("__heddle_tex_moved" + Twine(geometry.axes) + numbers).str(), arguments);
}

// {r, r, r, r}, or two registers of two halves each; and the predicate, which says that the texels
// are there: sparse textures do not exist here.
void write_texel(Emitter& e, Value* words, StringRef type) {
  auto& b = e.b;
  const auto& operand = e.operand(0);
  const bool has_predicate = operand.kind == Operand::Kind::kPair;
  const auto& to = has_predicate ? operand.parts[0] : operand;
  if (has_predicate) e.write(operand.parts[1], b.getTrue());
  const bool packed = type == "f16x2";
  const unsigned count = packed ? 2 : 4;
  if (to.kind != Operand::Kind::kVector || to.parts.size() != count) {
    return e.fail("a texel goes to a vector of " + Twine(count) + " registers");
  }
  const auto half = [&](unsigned k) {
    auto* number = b.CreateBitCast(b.CreateExtractValue(words, k), b.getFloatTy());
    return b.CreateBitCast(b.CreateFPTrunc(number, b.getHalfTy()), b.getInt16Ty());
  };
  for (unsigned k = 0; k < count; ++k) {
    if (packed) {
      auto* high = b.CreateShl(b.CreateZExt(half(2 * k + 1), b.getInt32Ty()), 16);
      e.write(to.parts[k], b.CreateOr(b.CreateZExt(half(2 * k), b.getInt32Ty()), high));
    } else if (type == "f16") {
      e.write_extended(to.parts[k], half(k), {Type::Kind::kBits, 16});
    } else {
      e.write(to.parts[k], b.CreateExtractValue(words, k));
    }
  }
}

// .v4 of words, or .v2.f16x2.
StringRef take_texel_type(Emitter& e) {
  const auto vector = e.need_any({"v2", "v4"});
  const auto type = e.need_any({"u32", "s32", "f32", "f16", "f16x2"});
  if ((vector == "v2") != (type == "f16x2")) e.fail(".v4 is of single numbers, .v2 of f16x2");
  return type;
}

}  // namespace

void emit_tex(Emitter& e) {
  auto& b = e.b;
  Lookup lookup;
  lookup.mode = e.take_any({"base", "level", "grad"});
  lookup.geometry = take_texture_geometry(e, {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"});
  const auto type = take_texel_type(e);
  lookup.coordinates = e.need_any({"f32", "s32"});
  if (!e.error().empty()) return;
  lookup.offsets = take_offsets(e,
                                lookup.mode == "level"  ? 3
                                : lookup.mode == "grad" ? 4
                                                        : 2,
                                *lookup.geometry);
  if (!e.error().empty()) return;
  const auto object = take_texture_object(e, 1, lookup.geometry);
  if (!object) return;
  if (lookup.geometry->is_cube && lookup.coordinates == "s32") {
    return e.fail("whole coordinates of cubemaps are not supported");
  }
  const std::string numbers = type.starts_with("f") ? "_f4" : "_i4";
  if (lookup.geometry->name == "1D" && lookup.coordinates == "s32" &&
      (lookup.mode.empty() || lookup.mode == "base")) {
    // Of memory only: of an array it gives zeros, as on an H200.
    auto* place = whole_coordinate(e, object->coordinates[0], lookup.offsets, 0);
    return write_texel(e, look_up(e, "__heddle_tex1Dfetch" + numbers, {object->handle, place}),
                       type);
  }
  if (!lookup.offsets.empty() && lookup.coordinates == "f32") {
    auto* words = look_up_moved(e, lookup, *object, numbers);
    if (words) write_texel(e, words, type);
    return;
  }
  const auto at = take_coordinates(e, lookup, object->coordinates);
  SmallVector<Value*, 8> arguments{object->handle};
  arguments.append(at.begin(), at.end());
  if (lookup.geometry->is_layered) arguments.push_back(e.read(object->coordinates[0], kWord));
  if (lookup.mode == "level") arguments.push_back(take_level(e, lookup));
  if (lookup.mode == "grad") append_gradients(e, lookup.geometry->axes, arguments);
  if (!e.error().empty()) return;
  auto* words = look_up(e, lookup.name() + numbers, arguments);
  if (lookup.coordinates == "s32") {
    const bool named = lookup.mode == "level" && e.width(e.operand(2)) != 0;
    auto* level = named ? e.in(2, kWord) : b.getInt32(0);
    words = only_inside(e, lookup, *object, level, words);
  }
  write_texel(e, words, type);
}

void emit_tld4(Emitter& e) {
  const auto component = e.need_any({"r", "g", "b", "a"});
  Lookup lookup;
  lookup.geometry = take_texture_geometry(e, {"2d", "a2d", "cube", "acube"});
  const auto& geometry = *lookup.geometry;
  const auto type = take_texel_type(e);
  lookup.coordinates = e.need_any({"f32"});
  if (!e.error().empty()) return;
  lookup.offsets = take_offsets(e, 2, geometry);
  if (!e.error().empty()) return;
  const auto object = take_texture_object(e, 1, &geometry);
  if (!object) return;
  auto* which = number(e, static_cast<int>(StringRef("rgba").find(component)));
  const std::string numbers = type.starts_with("f") ? "_f4" : "_i4";
  const auto at = take_coordinates(e, lookup, object->coordinates);
  SmallVector<Value*, 9> arguments{object->handle};
  StringRef name = "__heddle_tex2Dgather";
  if (geometry.name != "2D" || !lookup.offsets.empty()) {
    name = geometry.is_cube ? "__heddle_tex_gather_cube" : "__heddle_tex_gather";
    arguments.push_back(number(e, geometry.shape));
  }
  arguments.append(at.begin(), at.end());
  if (name != "__heddle_tex2Dgather") arguments.push_back(layer_of(e, geometry, *object));
  arguments.push_back(which);
  if (name == "__heddle_tex_gather") {
    for (unsigned k = 0; k < 2; ++k) {
      arguments.push_back(number(e, lookup.offsets.empty() ? 0 : lookup.offsets[k]));
    }
  }
  if (!e.error().empty()) return;
  write_texel(e, look_up(e, name.str() + numbers, arguments), type);
}

// txq{.level}.QUERY.b32 d, [a]{, level}; suq.QUERY.b32 d, [a]
void emit_object_query(Emitter& e) {
  const bool has_level = e.take("level");
  const auto what = e.need_any(
      {"width", "height", "depth", "array_size", "num_mipmap_levels", "normalized_coords"});
  e.need_any({"b32"});
  e.expect_operands(has_level ? 3 : 2, has_level ? 3 : 2);
  const auto object = take_texture_object(e, 1, nullptr);
  if (!object) return;
  const int number = StringSwitch<int>(what)
                         .Case("width", 0)
                         .Case("height", 1)
                         .Case("depth", 2)
                         .Case("array_size", 3)
                         .Case("num_mipmap_levels", 4)
                         .Default(5);
  Value* level = has_level ? e.in(2, kWord) : e.b.getInt32(0);
  e.out(0, e.library("__heddle_texture_query", e.b.getInt32Ty(),
                     {object->handle, e.b.getInt32(static_cast<unsigned>(number)), level}));
}

}  // namespace heddle::ptx
