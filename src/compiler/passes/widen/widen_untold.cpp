// SPDX-License-Identifier: Apache-2.0
// Accesses that no tool needs to be told of: compiled code finds out by itself (the ranges of
// abi::UntoldRange, and probes/quiet_lines.h), and most of the time there is no call.
#include <bit>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "probes/quiet_lines.h"
#include "probes/site.h"

namespace heddle::compiler {

using namespace llvm;
using probes::QuietLines;

namespace {

// More lines of one access are not looked at.
constexpr unsigned kMostLines = 10;
// Three rows and more that wrap around the end of the address space would meet the ranges with
// their ends alone.
constexpr std::int64_t kFarthest = std::int64_t{1} << 40;

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
    in_range_is_enough = number(5) != 0;
  }
  std::uint32_t site, quiet, align, last_byte;
  bool shared, in_range_is_enough;
};

}  // namespace

// The lanes' addresses as heddle_rt_probe_rows takes them, where the code knows enough of them.
struct Widener::UntoldRows {
  Value* first;
  Value* pitch;
  std::uint64_t stride;
  unsigned rows, width;  // lanes of a row

  static std::optional<UntoldRows> of(ArrayRef<Value*> arguments) {
    const auto* stride = dyn_cast<ConstantInt>(arguments[2]);
    if (!stride || stride->isNegative() || stride->getSExtValue() > kFarthest) return std::nullopt;
    const auto width = 1u << cast<ConstantInt>(arguments[4])->getZExtValue();
    UntoldRows result{arguments[0], arguments[3], stride->getZExtValue(), kLanes / width, width};
    if (const auto* pitch = dyn_cast<ConstantInt>(result.pitch)) {
      if (pitch->isZero()) result.rows = 1;
      if (std::abs(pitch->getSExtValue()) > kFarthest) return std::nullopt;
    } else if (result.rows > 2) {
      return std::nullopt;
    }
    return result;
  }
};

// Whether `address` is in the site's range, and `more` bytes behind it.
Value* Widener::in_untold_range(const UntoldRange& range, Value* address, std::uint64_t more) {
  const auto is_in = [&](Value* at) {
    return b_.CreateICmpULT(b_.CreateSub(at, range.begin), range.bytes);
  };
  auto* low = is_in(address);
  if (more == 0) return low;
  return b_.CreateAnd(low, is_in(b_.CreateAdd(address, b_.getInt64(more))));
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

// i1: nobody has to be told of the access `i`, which `rows` are the arguments of. Null: the code
// cannot find out.
Value* Widener::is_untold(CallInst& i, ArrayRef<Value*> arguments) {
  const auto bundle = i.getOperandBundle(pseudo::kUntold);
  if (!bundle) return nullptr;
  const Facts facts(*bundle);
  const auto rows = UntoldRows::of(arguments);
  if (!rows) return nullptr;
  const auto site_bytes = facts.last_byte + 1;  // of loads from quiet lines
  const bool is_solid = rows->stride == site_bytes;
  const unsigned words = site_bytes / 4 * (is_solid ? rows->width : 1);
  if (!facts.in_range_is_enough &&
      ((rows->stride != 0 && !is_solid) || rows->rows * (words / 16 + 1) > kMostLines)) {
    return nullptr;
  }
  Type *ptr = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  const auto field = [&](Type* type, std::uint64_t offset) {
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument), offset);
    return b_.CreateLoad(type, at);
  };
  // The engine's calls change these; LLVM takes them to change nothing that code can see.
  auto* ranges = field(ptr, offsetof(abi::BlockContext, untold));
  const auto word = [&](std::uint64_t offset) -> Value* {
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), ranges,
                                             facts.site * sizeof(abi::UntoldRange) + offset);
    return b_.CreateAlignedLoad(i64, at, Align(8), true);
  };
  const UntoldRange range{word(offsetof(abi::UntoldRange, begin)),
                          word(offsetof(abi::UntoldRange, bytes))};
  const auto row = [&](unsigned k) {
    if (k == 0) return rows->first;
    return b_.CreateAdd(rows->first, b_.CreateMul(rows->pitch, b_.getInt64(k)));
  };
  const auto more = rows->stride * (rows->width - 1) + facts.last_byte;
  Value* is = in_untold_range(range, rows->first, more);
  if (rows->rows > 1) is = b_.CreateAnd(is, in_untold_range(range, row(rows->rows - 1), more));
  auto* object = arguments[1];
  if (!facts.shared && !isa<Constant>(object))
    is = b_.CreateAnd(is, in_untold_range(range, object, 0));
  if (facts.align > 1) {
    Value* low = rows->first;
    if (rows->stride % facts.align != 0) low = b_.CreateOr(low, b_.getInt64(rows->stride));
    if (rows->rows > 1) low = b_.CreateOr(low, rows->pitch);
    low = b_.CreateAnd(low, b_.getInt64(facts.align - 1));
    is = b_.CreateAnd(is, b_.CreateICmpEQ(low, b_.getInt64(0)));
  }
  if (facts.in_range_is_enough) return is;
  const auto table = offsetof(abi::BlockContext, quiet) + (facts.shared ? sizeof(void*) : 0);
  Value* id = b_.getInt64(facts.quiet);
  if (!facts.shared) {
    auto* first = field(b_.getInt32Ty(), offsetof(abi::BlockContext, first_quiet_id));
    id = b_.CreateAdd(b_.CreateZExt(first, i64), id);
  }
  const QuietTable quiet{field(ptr, table), b_.CreateShl(id, QuietLines::kIdShift),
                         b_.getInt64(facts.quiet & (QuietLines::kWays - 1))};
  Value* differs = b_.getInt64(0);
  for (unsigned k = 0; k < rows->rows; ++k) {
    differs = b_.CreateOr(differs, quiet_difference(quiet, row(k), words, !is_solid));
  }
  return b_.CreateAnd(is, b_.CreateICmpEQ(differs, b_.getInt64(0)));
}

}  // namespace heddle::compiler
