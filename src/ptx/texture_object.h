// SPDX-License-Identifier: Apache-2.0
// The operand [object, {coordinates}] of texture and surface instructions.
#pragma once

#include "ptx/table.h"

namespace heddle::ptx {

struct TextureGeometry {
  llvm::StringLiteral modifier;  // "a2d"
  llvm::StringLiteral name;      // as CUDA C++ has it: "2DLayered"
  int shape;                     // image::TextureShape
  unsigned axes;
  bool is_layered;  // the layer stands before the coordinates
  bool is_cube;
};

// One of `modifiers`; a complaint when none is there.
const TextureGeometry* take_texture_geometry(Emitter& e, llvm::ArrayRef<llvm::StringRef> modifiers);

struct TextureObject {
  llvm::Value* handle = nullptr;
  // The layer first where there are layers; as many as the geometry has, or more, which pad.
  llvm::ArrayRef<Operand> coordinates;
};

// Operand k; without a geometry it has no coordinates. None where it is something else: an error.
std::optional<TextureObject> take_texture_object(Emitter& e, unsigned k,
                                                 const TextureGeometry* geometry);

// The registers of a vector, or the one register that stands for it.
inline llvm::ArrayRef<Operand> registers_of(const Operand& operand) {
  return operand.kind == Operand::Kind::kVector ? llvm::ArrayRef(operand.parts)
                                                : llvm::ArrayRef(operand);
}

}  // namespace heddle::ptx
