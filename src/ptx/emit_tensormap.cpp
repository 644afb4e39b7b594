// SPDX-License-Identifier: Apache-2.0
// tensormap.replace and tensormap.cp_fenceproxy (PTX ISA): kernels that change a tensor map, whose
// fields are image::TensorMap's.
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;
using image::TensorMap;
using image::TensorType;

namespace {

constexpr std::uint64_t kMapBytes = 128;
constexpr unsigned kMostSwizzle = 3;  // rows of 128 bytes

// Field of TensorMap: where its first number lies, and how far the next one is.
struct Field {
  std::size_t offset, bytes;
  bool is_list;  // of dimensions, or of strides
};

std::optional<Field> field_of(StringRef name) {
#define FIELD(its, list) Field{offsetof(TensorMap, its), sizeof(TensorMap::its), list}
#define LIST(its)                                              \
  Field {                                                      \
    offsetof(TensorMap, its), sizeof(TensorMap{}.its[0]), true \
  }
  return StringSwitch<std::optional<Field>>(name)
      .Case("global_address", FIELD(address, false))
      .Case("rank", FIELD(rank, false))
      .Case("box_dim", LIST(box))
      .Case("global_dim", LIST(last))
      .Case("global_stride", LIST(strides))
      .Case("element_stride", LIST(steps))
      .Case("elemtype", FIELD(type, false))
      .Case("interleave_layout", FIELD(swizzle, false))
      .Case("swizzle_mode", FIELD(swizzle, false))
      .Case("fill_mode", FIELD(fills_with_nan, false))
      .Default(std::nullopt);
#undef FIELD
#undef LIST
}

// The numbers that the instruction has for types.
std::optional<TensorType> type_of(std::uint64_t number) {
  constexpr TensorType kTypes[] = {TensorType::kU8,     TensorType::kU16,  TensorType::kU32,
                                   TensorType::kS32,    TensorType::kU64,  TensorType::kS64,
                                   TensorType::kF16,    TensorType::kF32,  TensorType::kF32Ftz,
                                   TensorType::kF64,    TensorType::kBf16, TensorType::kTf32,
                                   TensorType::kTf32Ftz};
  if (number >= std::size(kTypes)) return {};
  return kTypes[number];
}

// What is stored for a constant operand of a field that has few values; none: not supported.
std::optional<std::uint64_t> mode(StringRef name, std::uint64_t number) {
  if (name == "elemtype") {
    const auto type = type_of(number);
    if (!type) return {};
    return static_cast<std::uint64_t>(*type);
  }
  if (name == "swizzle_mode") return number <= kMostSwizzle ? std::optional(number) : std::nullopt;
  return number <= 1 ? std::optional(number) : std::nullopt;  // fill_mode
}

// .replace.tile.FIELD{.SPACE}.b1024.TYPE [map]{, dimension}, value
void emit_replace(Emitter& e) {
  auto& b = e.b;
  e.need_any({"tile"});
  const auto name =
      e.need_any({"global_address", "rank", "box_dim", "global_dim", "global_stride",
                  "element_stride", "elemtype", "interleave_layout", "swizzle_mode", "fill_mode"});
  const auto field = field_of(name);
  const auto space = take_space(e);
  e.need_any({"b1024"});
  const auto type = e.need_type();
  const unsigned wanted = name == "global_address" || name == "global_stride" ? 64 : 32;
  if (type.bits != wanted) return e.fail("the type must be .b" + Twine(wanted));
  const unsigned operands = field->is_list ? 3 : 2;
  e.expect_operands(operands, operands);
  std::size_t offset = field->offset;
  if (field->is_list) {
    const auto dimension = e.constant(1);
    if (!dimension || *dimension >= TensorMap::kMostRank - (name == "global_stride" ? 1 : 0)) {
      return e.fail("the dimension must be a constant below that of the largest tensors");
    }
    offset += *dimension * field->bytes;
    if (name == "element_stride" && *dimension == 0) return;  // always 1
  }
  Value* value = nullptr;
  const auto last = operands - 1;
  if (name == "elemtype" || name == "swizzle_mode" || name == "fill_mode" ||
      name == "interleave_layout") {
    const auto number = e.constant(last);
    if (!number) return e.fail("the new value must be a constant");
    if (name == "interleave_layout") {
      if (*number != 0) e.fail("interleaved tensor maps are not supported");
      return;
    }
    const auto stored = mode(name, *number);
    if (!stored) return e.fail("this value of ." + name + " is not supported");
    value = b.getInt64(*stored);
  } else {
    value = e.in(last, {Type::Kind::kBits, wanted});
    if (name == "rank") value = b.CreateAdd(value, b.getInt32(1));
    if (name == "global_dim") value = b.CreateSub(value, b.getInt32(1));
  }
  value = b.CreateTrunc(value, b.getIntNTy(static_cast<unsigned>(field->bytes) * 8));
  auto* at = b.CreateConstGEP1_64(b.getInt8Ty(), take_generic_address(e, 0, space), offset);
  b.CreateAlignedStore(value, at, Align(field->bytes));
}

// .cp_fenceproxy.global.shared::cta.tensormap::generic.release.SCOPE.sync.aligned [to], [from], 128
void emit_copy(Emitter& e) {
  auto& b = e.b;
  e.need_any({"global"});
  const auto from_space = take_space(e);
  e.need_any({"tensormap::generic"});
  e.need_any({"release"});
  e.need_any({"cta", "cluster", "gpu", "sys"});
  e.need_any({"sync"});
  e.need_any({"aligned"});
  e.expect_operands(3, 3);
  if (e.constant(2) != kMapBytes) return e.fail("the size must be 128");
  auto* to = take_generic_address(e, 0, "global");
  auto* from = take_generic_address(e, 1, from_space);
  e.library("__heddle_copy", b.getVoidTy(), {to, from, b.getInt64(kMapBytes)});
  e.intrinsic(Intrinsic::nvvm_membar_gl, {});
}

}  // namespace

void emit_tensormap(Emitter& e) {
  if (e.take("replace")) return emit_replace(e);
  if (e.take("cp_fenceproxy")) return emit_copy(e);
  e.fail("only .replace and .cp_fenceproxy are supported");
}

}  // namespace heddle::ptx
