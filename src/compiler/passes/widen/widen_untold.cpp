// SPDX-License-Identifier: Apache-2.0
// Accesses that no tool needs to be told of: compiled code finds out by itself (the ranges of
// abi::UntoldRange, and probes/quiet_lines.h), and most of the time there is no call.
#include <bit>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/lane_rows.h"
#include "image/kernel_abi.h"
#include "probes/quiet_lines.h"
#include "probes/site.h"

namespace heddle::compiler {

using namespace llvm;
using probes::QuietLines;

namespace {

// More lines of one access are not looked at.
constexpr unsigned kMostLines = 10;

struct Facts {
  explicit Facts(const OperandBundleUse& bundle) {
    const auto number = [&](unsigned k) {
      return static_cast<std::uint32_t>(cast<ConstantInt>(bundle.Inputs[k].get())->getZExtValue());
    };
    site = number(0);
    quiet = number(1);
    align = number(2);
    last_byte = number(3);
    shared = number(4) != 0;
    cell = number(5);
    of_defined = number(6) != 0;
  }
  std::uint32_t site, quiet, align, last_byte;
  bool shared;
  std::uint32_t cell;  // that code may note, or 0; shared: not 0 where code may note the access
  bool of_defined;  // an atomic operation, whose memory has to be defined for all tools to pass it
};

}  // namespace

// Where row k begins.
Value* Widener::begin_of_row(const LaneRows& rows, unsigned k) {
  if (k == 0) return rows.first;
  return b_.CreateAdd(rows.first, b_.CreateMul(rows.pitch, b_.getInt64(k)));
}

// The addresses that are farthest out, all others lying between them: of which each lane touches so
// many bytes.
SmallVector<Value*, 8> Widener::ends_of(const LaneRows& rows, std::uint64_t last_byte) {
  SmallVector<Value*, 8> ends;
  const auto add = [&](Value* address, Value* more) {
    ends.push_back(more ? b_.CreateAdd(address, more) : address);
  };
  auto* last = last_byte == 0 ? nullptr : b_.getInt64(last_byte);
  auto* along = b_.CreateMul(rows.stride, b_.getInt64(rows.width - 1));
  for (unsigned k = 0; k < rows.rows; k += std::max(rows.rows - 1, 1u)) {
    auto* first = begin_of_row(rows, k);
    if (const auto stride = rows.known_stride()) {
      add(first, nullptr);
      if (*stride != 0 || last) add(first, b_.getInt64(*stride * (rows.width - 1) + last_byte));
      continue;
    }
    auto* other = b_.CreateAdd(first, along);
    add(first, nullptr);
    add(other, nullptr);
    if (last) {
      add(first, last);
      add(other, last);
    }
  }
  return ends;
}

// i1: no row is so long that it may wrap around.
Value* Widener::is_near(const LaneRows& rows) {
  if (isa<ConstantInt>(rows.stride)) return b_.getTrue();
  auto* moved = b_.CreateAdd(rows.stride, b_.getInt64(LaneRows::kFarthest));
  return b_.CreateICmpULT(moved, b_.getInt64(2 * LaneRows::kFarthest));
}

// Not 0: the words of the line around `address`, which has any low bits, are not quiet.
Value* Widener::quiet_difference(const QuietTable& table, Value* address, Value* words) {
  auto* i64 = b_.getInt64Ty();
  constexpr std::uint64_t kWays = QuietLines::kWays;
  auto* line = b_.CreateAnd(b_.CreateLShr(address, QuietLines::kLineShift - QuietLines::kWaysLog2),
                            QuietLines::kEntries - kWays);
  auto* index = b_.CreateOr(line, table.way);
  auto* place = b_.CreateInBoundsGEP(i64, table.entries, index);
  auto* entry = b_.CreateAlignedLoad(i64, place, Align(8), true);
  auto* wanted = b_.CreateShl(b_.CreateLShr(address, QuietLines::kTagShift),
                              QuietLines::kIdShift + QuietLines::kIdBits);
  wanted = b_.CreateOr(b_.CreateOr(wanted, table.id), words);
  auto* counts = b_.CreateOr(words, b_.getInt64(~QuietLines::kAllWords));
  return b_.CreateAnd(b_.CreateXor(entry, wanted), counts);
}

// The same for `count` words, a power of two, from `address` on. `in_one`: they lie in one line.
Value* Widener::quiet_difference(const QuietTable& table, Value* address, unsigned count,
                                 bool in_one) {
  constexpr unsigned kWords = QuietLines::kLineBytes >> QuietLines::kWordShift;
  auto* first = b_.CreateAnd(b_.CreateLShr(address, QuietLines::kWordShift), kWords - 1);
  const auto ones = (std::uint64_t{1} << count % kWords) - 1;
  if (in_one) return quiet_difference(table, address, b_.CreateShl(b_.getInt64(ones), first));
  Value* all = b_.getInt64(0);
  const unsigned lines = std::max(count / kWords, 1u) + 1;
  for (unsigned k = 0; k < lines; ++k) {
    Value* words = b_.getInt64(QuietLines::kAllWords);
    if (count < kWords) {
      words = b_.CreateShl(b_.getInt64(ones), first);
      if (k != 0) words = b_.CreateLShr(words, kWords);
    } else if (k == 0) {
      words = b_.CreateShl(words, first);
    } else if (k == lines - 1) {
      words = b_.CreateLShr(b_.CreateShl(words, first), kWords);
    }
    words = b_.CreateAnd(words, QuietLines::kAllWords);
    auto* at = b_.CreateAdd(address, b_.getInt64(k * QuietLines::kLineBytes));
    auto* differs = quiet_difference(table, at, words);
    if (k == lines - 1) {
      // None, where the row begins a line.
      differs = b_.CreateSelect(b_.CreateICmpEQ(words, b_.getInt64(0)), b_.getInt64(0), differs);
    }
    all = b_.CreateOr(all, differs);
  }
  return all;
}

// i1: the lines that they load from are quiet. Null: the code cannot find out.
Value* Widener::are_lines_quiet(const LaneRows& rows, std::uint32_t place, std::uint64_t bytes,
                                bool shared) {
  const auto stride = rows.known_stride();
  const bool in_words = bytes % (1u << QuietLines::kWordShift) == 0;
  if (place >= QuietLines::kMostSites || !stride || !in_words) return nullptr;
  const bool is_solid = *stride == bytes;
  const auto words = static_cast<unsigned>(bytes / 4 * (is_solid ? rows.width : 1));
  if ((*stride != 0 && !is_solid) || rows.rows * (words / 16 + 1) > kMostLines) return nullptr;
  Type *ptr = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  const auto table = offsetof(abi::BlockContext, quiet) + (shared ? sizeof(void*) : 0);
  Value* id = b_.getInt64(place);
  if (!shared) {
    auto* first = block_field(b_.getInt32Ty(), offsetof(abi::BlockContext, first_quiet_id));
    id = b_.CreateAdd(b_.CreateZExt(first, i64), id);
  }
  const QuietTable quiet{block_field(ptr, table), b_.CreateShl(id, QuietLines::kIdShift),
                         b_.getInt64(place & (QuietLines::kWays - 1))};
  Value* differs = b_.getInt64(0);
  for (unsigned k = 0; k < rows.rows; ++k) {
    differs =
        b_.CreateOr(differs, quiet_difference(quiet, begin_of_row(rows, k), words, !is_solid));
  }
  return b_.CreateICmpEQ(differs, b_.getInt64(0));
}

// A word of the site's abi::UntoldRange.
Value* Widener::untold_word(std::uint32_t site, std::uint64_t offset) {
  // The engine's calls change these; LLVM takes them to change nothing that code can see.
  auto* ranges = block_field(b_.getPtrTy(), offsetof(abi::BlockContext, untold));
  auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), ranges,
                                           site * sizeof(abi::UntoldRange) + offset);
  return b_.CreateAlignedLoad(b_.getInt64Ty(), at, Align(8), true);
}

// i1: nobody has to be told of the access `i`, which `rows` are the arguments of. Null: the code
// cannot find out.
Value* Widener::is_untold(CallInst& i, ArrayRef<Value*> arguments) {
  const auto bundle = i.getOperandBundle(pseudo::kUntold);
  if (!bundle) return nullptr;
  const Facts facts(*bundle);
  const auto rows = LaneRows::of(arguments);
  if (!rows) return nullptr;
  const auto word = [&](std::uint64_t offset) { return untold_word(facts.site, offset); };
  auto inside = ends_of(*rows, facts.last_byte);
  auto* object = arguments[1];
  if (!facts.shared && !isa<Constant>(object)) inside.push_back(object);
  auto* begin = word(offsetof(abi::UntoldRange, begin));
  Value* farthest = nullptr;
  for (auto* address : inside) {
    auto* distance = b_.CreateSub(address, begin);
    farthest = farthest ? b_.CreateBinaryIntrinsic(Intrinsic::umax, farthest, distance) : distance;
  }
  Value* good = is_near(*rows);
  if (facts.of_defined) {
    auto* defined = is_memory_defined(i.getArgOperand(1), facts.last_byte + 1);
    if (!defined) return nullptr;
    good = b_.CreateAnd(good, defined);
  }
  if (facts.align > 1) {
    auto* low = b_.CreateOr(rows->first, rows->stride);
    if (rows->rows > 1) low = b_.CreateOr(low, rows->pitch);
    low = b_.CreateAnd(low, b_.getInt64(facts.align - 1));
    good = b_.CreateAnd(good, b_.CreateICmpEQ(low, b_.getInt64(0)));
  }
  const auto is_in = [&](std::uint64_t bytes) {
    return b_.CreateAnd(good, b_.CreateICmpULT(farthest, word(bytes)));
  };
  const auto yes = [&]() -> Value* { return b_.getTrue(); };
  const auto no = [&]() -> Value* { return b_.getFalse(); };
  const auto noted = [&]() -> Value* {
    if (in_step_ == 0) return no();
    return either(
        is_in(offsetof(abi::UntoldRange, noted_bytes)),
        [&] { return note(i, *rows, arguments, {facts.site, facts.cell, facts.shared}); }, no);
  };
  // Of shared memory that is as quick as to ask whether lines are quiet.
  if (facts.shared && facts.cell != 0 && in_step_ != 0 && is_fixed(*rows)) {
    return either(is_in(offsetof(abi::UntoldRange, calm_bytes)), yes, noted);
  }
  return either(is_in(offsetof(abi::UntoldRange, calm_bytes)), yes, [&]() -> Value* {
    auto* quiet = are_lines_quiet(*rows, facts.quiet, facts.last_byte + 1, facts.shared);
    if (!quiet) return noted();
    return either(b_.CreateAnd(is_in(offsetof(abi::UntoldRange, quiet_bytes)), quiet), yes, noted);
  });
}

// The same of lanes anywhere.
Value* Widener::are_lanes_untold(CallInst& i) {
  const auto bundle = i.getOperandBundle(pseudo::kUntold);
  // Without vectors of 64-bit addresses it costs more than it saves.
  if (!bundle || !has_gather(8)) return nullptr;
  const Facts facts(*bundle);
  const auto& objects = lanes_of(i.getArgOperand(2));
  if (!objects.base || !objects.shape.is_uniform()) return nullptr;
  auto* type = vector_type(b_.getInt64Ty());
  auto* address = b_.CreatePtrToInt(vector(i.getArgOperand(1)), type);
  auto* begin = untold_word(facts.site, offsetof(abi::UntoldRange, begin));
  auto* first = b_.CreateSub(address, splat(begin));
  auto* last = b_.CreateAdd(first, splat(b_.getInt64(facts.last_byte)));
  const auto all = [&](Value* lanes) {
    auto* outside = b_.CreateAnd(mask_bits(), b_.CreateNot(bits_of(lanes)));
    return b_.CreateICmpEQ(outside, b_.getInt32(0));
  };
  Value* good = b_.getTrue();
  if (facts.of_defined) {
    auto* defined = is_memory_defined(i.getArgOperand(1), facts.last_byte + 1);
    if (!defined) return nullptr;
    good = defined;
  }
  if (facts.align > 1) {
    auto* low = b_.CreateAnd(address, splat(b_.getInt64(facts.align - 1)));
    good = b_.CreateAnd(good, all(b_.CreateICmpEQ(low, Constant::getNullValue(type))));
  }
  const auto is_in = [&](std::uint64_t offset) {
    auto* bytes = untold_word(facts.site, offset);
    // Below the beginning it wraps around, to more than any memory has.
    auto* inside =
        b_.CreateAnd(b_.CreateICmpULT(first, splat(bytes)), b_.CreateICmpULT(last, splat(bytes)));
    Value* all_in = b_.CreateAnd(good, all(inside));
    if (!facts.shared && !isa<Constant>(objects.base)) {
      auto* object = b_.CreatePtrToInt(objects.base, b_.getInt64Ty());
      all_in = b_.CreateAnd(all_in, b_.CreateICmpULT(b_.CreateSub(object, begin), bytes));
    }
    return all_in;
  };
  return either(
      is_in(offsetof(abi::UntoldRange, calm_bytes)), [&]() -> Value* { return b_.getTrue(); },
      [&]() -> Value* {
        if (in_step_ == 0) return b_.getFalse();
        return either(
            is_in(offsetof(abi::UntoldRange, noted_bytes)), [&] { return note_lanes(i); },
            [&]() -> Value* { return b_.getFalse(); });
      });
}

}  // namespace heddle::compiler
