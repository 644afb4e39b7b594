// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/sites.h"

#include "compiler/ir/own_header.h"
#include "compiler/ir/record.h"
#include "compiler/passes/probe/source_hints.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Frame;
using probes::Site;
using probes::Variable;

namespace {

// Innermost first.
SmallVector<const DILocation*, 8> chain(const DebugLoc& where, const DISubprogram* wrapper) {
  SmallVector<const DILocation*, 8> result;
  for (const DILocation* at = where; at; at = at->getInlinedAt()) {
    const bool outside = wrapper && at->getScope()->getSubprogram() == wrapper && !result.empty();
    if (at->getLine() != 0 && !outside) result.push_back(at);
  }
  return result;
}

StringRef function_of(const DILocation& at);

// Of nothing that the block shape or the order of compilation decides.
std::uint64_t key_of(const Site& facts, ArrayRef<const DILocation*> frames) {
  std::string text;
  raw_string_ostream out(text);
  out << static_cast<std::uint32_t>(facts.event) << ' ' << facts.operation << ' '
      << static_cast<std::uint32_t>(facts.access) << ' ' << facts.bytes;
  for (const auto* at : frames) {
    out << '\n'
        << function_of(*at) << ' ' << file_of(*at) << ' ' << at->getLine() << ' '
        << at->getColumn();
  }
  return xxh3_64bits(text);
}

StringRef function_of(const DILocation& at) {
  const auto* program = at.getScope()->getSubprogram();
  if (!program) return "";
  return program->getLinkageName().empty() ? program->getName() : program->getLinkageName();
}

}  // namespace

DebugLoc place_of(const Instruction& i) {
  constexpr unsigned kMostLooked = 16;
  SmallVector<const Instruction*, 16> work{&i};
  for (unsigned done = 0; done < work.size() && done < kMostLooked; ++done) {
    const auto& where = work[done]->getDebugLoc();
    if (where && where.getLine() != 0) return where;
    for (const auto* user : work[done]->users()) {
      const auto* next = dyn_cast<Instruction>(user);
      if (next && !is_contained(work, next)) work.push_back(next);
    }
  }
  return i.getDebugLoc();
}

Constant* SiteTable::variable(StringRef name, std::uint64_t bytes, std::uint64_t offset) {
  auto& known = variables_[{name.str(), bytes, offset}];
  if (known) return known;
  auto* record = Record(module_.getDataLayout())
                     .add(offsetof(Variable, name), string(name))
                     .add(offsetof(Variable, bytes), b_.getInt64(bytes))
                     .add(offsetof(Variable, offset), b_.getInt64(offset))
                     .finish(sizeof(Variable));
  return known = new GlobalVariable(module_, record->getType(), true, GlobalValue::PrivateLinkage,
                                    record, "heddle.site.variable");
}

Constant* SiteTable::string(StringRef text) {
  auto& known = strings_[text];
  if (known) return known;
  auto* data = ConstantDataArray::getString(module_.getContext(), text);
  return known = new GlobalVariable(module_, data->getType(), true, GlobalValue::PrivateLinkage,
                                    data, "heddle.site.name");
}

Constant* SiteTable::locals(ArrayRef<LocalValue> values) {
  if (values.empty()) return nullptr;
  SmallVector<Constant*, 8> records;
  for (const auto& one : values) {
    records.push_back(
        Record(module_.getDataLayout())
            .add(offsetof(probes::Local, name), string(one.name))
            .add(offsetof(probes::Local, kind), number(static_cast<std::uint32_t>(one.kind)))
            .add(offsetof(probes::Local, bits), number(one.bits))
            .finish(sizeof(probes::Local)));
  }
  auto* type = ArrayType::get(records[0]->getType(), records.size());
  return new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(type, records), "heddle.site.locals");
}

void SiteTable::add(probes::Site facts, const DebugLoc& where, Constant* variable,
                    ArrayRef<LocalValue> values) {
  auto* locals = this->locals(values);
  facts.local_count = static_cast<std::uint32_t>(values.size());
  SmallVector<Constant*, 8> frames;
  const auto all = chain(where, wrapper_);
  auto user = static_cast<std::uint32_t>(all.size());
  for (const auto* at : all) {
    const auto file = file_of(*at);
    if (user == all.size() && !is_own_header(file))
      user = static_cast<std::uint32_t>(frames.size());
    frames.push_back(Record(module_.getDataLayout())
                         .add(offsetof(Frame, function), string(function_of(*at)))
                         .add(offsetof(Frame, file), string(file))
                         .add(offsetof(Frame, line), number(at->getLine()))
                         .add(offsetof(Frame, column), number(at->getColumn()))
                         .finish(sizeof(Frame)));
  }
  if (!all.empty() && facts.access != probes::AccessKind::kNone) {
    add_source_hints(facts, *all.front());
  }
  Constant* list = ConstantPointerNull::get(b_.getPtrTy());
  if (!frames.empty()) {
    auto* type = ArrayType::get(frames[0]->getType(), frames.size());
    list = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                              ConstantArray::get(type, frames), "heddle.site.frames");
  }
  const auto word = [&](auto value) { return number(static_cast<std::uint32_t>(value)); };
  Record record(module_.getDataLayout());
  record.add(offsetof(Site, event), word(facts.event));
  record.add(offsetof(Site, id), word(records_.size()));
  record.add(offsetof(Site, frames), list);
  record.add(offsetof(Site, frame_count), word(frames.size()));
  record.add(offsetof(Site, user_frame), word(user));
  record.add(offsetof(Site, operation), word(facts.operation));
  record.add(offsetof(Site, access), word(facts.access));
  record.add(offsetof(Site, space), word(facts.space));
  record.add(offsetof(Site, bytes), word(facts.bytes));
  record.add(offsetof(Site, touched), word(facts.touched));
  record.add(offsetof(Site, align), word(facts.align));
  record.add(offsetof(Site, is_volatile), word(facts.is_volatile));
  record.add(offsetof(Site, cache), word(facts.cache));
  record.add(offsetof(Site, local_stride), word(facts.local_stride));
  record.add(offsetof(Site, order), word(facts.order));
  record.add(offsetof(Site, scope), word(facts.scope));
  record.add(offsetof(Site, stored), b_.getInt64(facts.stored));
  record.add(offsetof(Site, number), word(facts.number));
  record.add(offsetof(Site, local_count), word(facts.local_count));
  record.add(offsetof(Site, locals), locals ? locals : ConstantPointerNull::get(b_.getPtrTy()));
  record.add(offsetof(Site, key), b_.getInt64(key_of(facts, all)));
  record.add(offsetof(Site, variable),
             variable ? variable : ConstantPointerNull::get(b_.getPtrTy()));
  record.add(offsetof(Site, quiet), number(facts.quiet));
  record.add(offsetof(Site, parameter), number(facts.parameter));
  record.add(offsetof(Site, calm), number(facts.calm));
  records_.push_back(record.finish(sizeof(Site)));
}

void SiteTable::finish(StringRef name) {
  if (records_.empty()) return;
  auto* type = ArrayType::get(records_[0]->getType(), records_.size());
  table_ = new GlobalVariable(module_, type, true, GlobalValue::InternalLinkage,
                              ConstantArray::get(type, records_), name);
}

Constant* SiteTable::address(unsigned id) {
  return ConstantExpr::getInBoundsGetElementPtr(
      table_->getValueType(), table_, ArrayRef<Constant*>{b_.getInt64(0), b_.getInt64(id)});
}

}  // namespace heddle::compiler
