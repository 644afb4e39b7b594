// SPDX-License-Identifier: Apache-2.0
#include "ptx/texture_object.h"

#include "image/texture.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

using image::TextureShape;

constexpr TextureGeometry kGeometries[] = {
    {"1d", "1D", static_cast<int>(TextureShape::k1D), 1, false, false},
    {"2d", "2D", static_cast<int>(TextureShape::k2D), 2, false, false},
    {"3d", "3D", static_cast<int>(TextureShape::k3D), 3, false, false},
    {"a1d", "1DLayered", static_cast<int>(TextureShape::k1DLayered), 1, true, false},
    {"a2d", "2DLayered", static_cast<int>(TextureShape::k2DLayered), 2, true, false},
    {"cube", "Cubemap", static_cast<int>(TextureShape::kCubemap), 3, false, true},
    {"acube", "CubemapLayered", static_cast<int>(TextureShape::kCubemapLayered), 3, true, true},
};

}  // namespace

const TextureGeometry* take_texture_geometry(Emitter& e, ArrayRef<StringRef> modifiers) {
  const auto modifier = e.need_any(modifiers);
  return find_if(kGeometries, [&](const auto& row) {
    return row.modifier == modifier || modifier.empty();  // there was a complaint
  });
}

std::optional<TextureObject> take_texture_object(Emitter& e, unsigned k,
                                                 const TextureGeometry* geometry) {
  const auto& operand = e.operand(k);
  const bool has_coordinates = operand.kind == Operand::Kind::kAddress &&
                               operand.parts.size() == 2 &&
                               operand.parts[1].kind == Operand::Kind::kVector;
  const bool is_plain = operand.kind == Operand::Kind::kAddress && operand.parts.size() == 1;
  if (operand.bits != 0 || !(geometry ? has_coordinates : is_plain)) {
    e.fail(geometry ? "[object, {coordinates}] is needed" : "[object] is needed");
    return {};
  }
  const auto& base = operand.parts[0];
  if (e.place(base)) {
    e.fail("references ('" + base.name + "') are not supported, only objects in registers");
    return {};
  }
  TextureObject object;
  if (geometry) {
    object.coordinates = operand.parts[1].parts;
    if (object.coordinates.size() < geometry->axes + (geometry->is_layered ? 1 : 0)) {
      e.fail("fewer coordinates than a ." + geometry->modifier + " texture has");
      return {};
    }
  }
  object.handle = e.read(base, {Type::Kind::kBits, 64});
  if (!e.error().empty()) return {};
  return object;
}

}  // namespace heddle::ptx
