// SPDX-License-Identifier: Apache-2.0
// suld.b, sust.b and sured.b (PTX ISA, "Surface Instructions"): the device library says where the
// bytes lie (devicelib/texture_surfaces.cu), and whether there is anything to read or write.
#include "image/texture.h"
#include "llvm/ADT/StringSwitch.h"
#include "ptx/sync_scope.h"
#include "ptx/texture_object.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

// What the three have in common, up to the address.
struct Surface {
  const TextureGeometry* geometry = nullptr;
  unsigned elements = 1;
  Type type;
  int boundary = 0;

  // .GEOMETRY{.CACHE}{.vN}.TYPE.BOUNDARY
  explicit Surface(Emitter& e) {
    geometry = take_texture_geometry(e, {"1d", "2d", "3d", "a1d", "a2d"});
    e.take_any({"ca", "cg", "cs", "cv", "wb", "wt"});
    const auto vector = e.take_any({"v2", "v4"});
    if (!vector.empty()) elements = static_cast<unsigned>(vector[1] - '0');
    type = e.need_type();
    if (type.is_predicate() || type.bits > 64 || type.bits * elements > 128) {
      e.fail("surfaces are read and written in at most 16 bytes");
      type = {};
    }
    // As cudaSurfaceBoundaryMode.
    boundary = StringSwitch<int>(e.need_any({"zero", "clamp", "trap"}))
                   .Case("zero", 0)
                   .Case("clamp", 1)
                   .Default(2);
  }

  unsigned bytes() const { return type.bits * elements / 8; }

  // 0 where nothing is to be done.
  Value* address(Emitter& e, unsigned k) const {
    auto& b = e.b;
    const auto object = take_texture_object(e, k, geometry);
    if (!object) return nullptr;
    const auto at = [&](unsigned i) {
      return e.read(object->coordinates[i], {Type::Kind::kSigned, 32});
    };
    auto* zero = b.getInt32(0);
    const unsigned first = geometry->is_layered ? 1 : 0;
    auto* x = at(first);
    auto* y = geometry->axes > 1 ? at(first + 1) : zero;
    auto* z = geometry->is_layered ? at(0) : geometry->axes > 2 ? at(2) : zero;
    Value* shape = b.getInt32(static_cast<unsigned>(geometry->shape));
    if (geometry->modifier == "a2d") {
      // The faces of cubemaps are layers here.
      auto* descriptor = b.CreateIntToPtr(object->handle, PointerType::get(b.getContext(), 4));
      auto* its = b.CreateLoad(b.getInt32Ty(), descriptor);
      const auto cube = static_cast<unsigned>(image::TextureShape::kCubemap);
      auto* is_cube = b.CreateICmpULT(b.CreateSub(its, b.getInt32(cube)), b.getInt32(2));
      shape = b.CreateSelect(is_cube, its, shape);
    }
    return e.library("__heddle_surface", b.getInt64Ty(),
                     {object->handle, shape, b.getInt32(bytes()), x, y, z,
                      b.getInt32(static_cast<unsigned>(boundary))});
  }

  llvm::Type* memory_type(Emitter& e) const {
    auto* one = e.b.getIntNTy(type.bits);
    return elements == 1 ? static_cast<llvm::Type*>(one) : FixedVectorType::get(one, elements);
  }
  Align align() const { return Align(bytes()); }
};

// Where the address is not 0.
void where_inside(Emitter& e, Value* address, function_ref<void(Value* pointer)> access) {
  auto& b = e.b;
  auto* after = e.new_block("surface.after");
  auto* inside = e.new_block("surface.inside");
  b.CreateCondBr(b.CreateIsNotNull(address), inside, after);
  b.SetInsertPoint(inside);
  access(b.CreateIntToPtr(address, b.getPtrTy()));
  b.CreateBr(after);
  b.SetInsertPoint(after);
}

bool registers_fit(Emitter& e, const Operand& operand, unsigned elements) {
  if (registers_of(operand).size() == elements) return true;
  e.fail("the vector has another number of registers");
  return false;
}

// .b; .p, which converts to the format of the surface, is not there.
bool take_bytes(Emitter& e) {
  if (e.take("b")) return true;
  e.fail("of surfaces only the form .b is supported");
  return false;
}

}  // namespace

void emit_suld(Emitter& e) {
  auto& b = e.b;
  if (!take_bytes(e)) return;
  const Surface surface(e);
  e.expect_operands(2, 2);
  const auto& to = e.operand(0);
  if (!registers_fit(e, to, surface.elements)) return;
  auto* address = surface.address(e, 1);
  if (!address) return;
  auto* zeros = Constant::getNullValue(surface.memory_type(e));
  auto* before = b.GetInsertBlock();
  Value* loaded = nullptr;
  where_inside(e, address, [&](Value* pointer) {
    loaded = b.CreateAlignedLoad(surface.memory_type(e), pointer, surface.align());
  });
  auto* value = b.CreatePHI(zeros->getType(), 2);
  value->addIncoming(zeros, before);
  value->addIncoming(loaded, cast<llvm::Instruction>(loaded)->getParent());
  const Type bits{Type::Kind::kBits, surface.type.bits};
  for (unsigned k = 0; k < surface.elements; ++k) {
    e.write_extended(registers_of(to)[k],
                     surface.elements == 1 ? value : b.CreateExtractElement(value, k), bits);
  }
}

void emit_sust(Emitter& e) {
  auto& b = e.b;
  if (!take_bytes(e)) return;
  const Surface surface(e);
  e.expect_operands(2, 2);
  const auto& from = e.operand(1);
  if (!registers_fit(e, from, surface.elements)) return;
  auto* address = surface.address(e, 0);
  if (!address) return;
  const Type bits{Type::Kind::kBits, surface.type.bits};
  Value* value = PoisonValue::get(surface.memory_type(e));
  for (unsigned k = 0; k < surface.elements; ++k) {
    auto* one = e.read(registers_of(from)[k], bits, true);
    value = surface.elements == 1 ? one : b.CreateInsertElement(value, one, k);
  }
  where_inside(e, address,
               [&](Value* pointer) { b.CreateAlignedStore(value, pointer, surface.align()); });
}

// sured.b.OP.GEOMETRY.TYPE.BOUNDARY [a, b], c: no order, all of the device.
void emit_sured(Emitter& e) {
  auto& b = e.b;
  if (!take_bytes(e)) return;
  const auto name = e.need_any({"add", "min", "max", "and", "or"});
  const Surface surface(e);
  e.expect_operands(2, 2);
  if (surface.elements != 1 || surface.type.bits < 32 || surface.type.is_float()) {
    return e.fail("numbers of 32 and 64 bits are added to surfaces");
  }
  auto* address = surface.address(e, 0);
  if (!address) return;
  const bool is_signed = surface.type.is_signed();
  const auto op = StringSwitch<AtomicRMWInst::BinOp>(name)
                      .Case("add", AtomicRMWInst::Add)
                      .Case("min", is_signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin)
                      .Case("max", is_signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax)
                      .Case("and", AtomicRMWInst::And)
                      .Default(AtomicRMWInst::Or);
  auto* value = e.in(1, surface.type);
  where_inside(e, address, [&](Value* pointer) {
    b.CreateAtomicRMW(op, pointer, value, surface.align(), AtomicOrdering::Monotonic,
                      scope_of_ptx(b.getContext(), "gpu"));
  });
}

}  // namespace heddle::ptx
