// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/sites.h"

#include "compiler/ir/own_header.h"
#include "compiler/passes/probe/source_hints.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The records are made field by field, as a struct of these types in this order.
static_assert(sizeof(probes::Frame) == 24 && offsetof(probes::Frame, line) == 16);
static_assert(sizeof(probes::Site) == 72 && offsetof(probes::Site, frames) == 8 &&
              offsetof(probes::Site, operation) == 24 && offsetof(probes::Site, scope) == 64);

// Innermost first.
SmallVector<const DILocation*, 8> chain(const DebugLoc& where, const DISubprogram* wrapper) {
  SmallVector<const DILocation*, 8> result;
  for (const DILocation* at = where; at; at = at->getInlinedAt()) {
    const bool outside = wrapper && at->getScope()->getSubprogram() == wrapper && !result.empty();
    if (at->getLine() != 0 && !outside) result.push_back(at);
  }
  return result;
}

StringRef function_of(const DILocation& at) {
  const auto* program = at.getScope()->getSubprogram();
  if (!program) return "";
  return program->getLinkageName().empty() ? program->getName() : program->getLinkageName();
}

}  // namespace

Constant* SiteTable::string(StringRef text) {
  auto& known = strings_[text];
  if (known) return known;
  auto* data = ConstantDataArray::getString(module_.getContext(), text);
  return known = new GlobalVariable(module_, data->getType(), true, GlobalValue::PrivateLinkage,
                                    data, "heddle.site.name");
}

void SiteTable::add(probes::Site facts, const DebugLoc& where) {
  SmallVector<Constant*, 8> frames;
  const auto all = chain(where, wrapper_);
  auto user = static_cast<std::uint32_t>(all.size());
  for (const auto* at : all) {
    const auto file = file_of(*at);
    if (user == all.size() && !is_own_header(file))
      user = static_cast<std::uint32_t>(frames.size());
    frames.push_back(ConstantStruct::getAnon(
        {string(function_of(*at)), string(file), number(at->getLine()), number(at->getColumn())}));
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
  records_.push_back(ConstantStruct::getAnon(
      {word(facts.event), word(records_.size()), list, word(frames.size()), word(user),
       word(facts.operation), word(facts.access), word(facts.space), word(facts.bytes),
       word(facts.touched), word(facts.align), word(facts.is_volatile), word(facts.cache),
       word(facts.local_stride), word(facts.order), word(facts.scope), word(facts.reserved)}));
}

void SiteTable::finish() {
  if (records_.empty()) return;
  auto* type = ArrayType::get(records_[0]->getType(), records_.size());
  table_ = new GlobalVariable(module_, type, true, GlobalValue::InternalLinkage,
                              ConstantArray::get(type, records_), kSites);
}

Constant* SiteTable::address(unsigned id) {
  return ConstantExpr::getInBoundsGetElementPtr(
      table_->getValueType(), table_, ArrayRef<Constant*>{b_.getInt64(0), b_.getInt64(id)});
}

}  // namespace heddle::compiler
