// SPDX-License-Identifier: Apache-2.0
#include "frontend/device_coverage.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/ProfileData/InstrProf.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cassert>
#include <filesystem>
#include <set>

#include "frontend/failure.h"
#include "image/coverage.h"
#include "support/hash.h"

namespace heddle::frontend {
namespace {

using llvm::Constant;
using llvm::ConstantInt;
using llvm::ConstantStruct;
using llvm::GlobalVariable;

constexpr const char* kRecords = "__profd_";
constexpr const char* kMapping = "__llvm_coverage_mapping";
constexpr const char* kMappingRecords = "__covrec_";
constexpr const char* kNames = "__llvm_prf_nm";
constexpr const char* kProfileRuntime = "__llvm_profile_runtime";

// Fields of clang's records (llvm/ProfileData/InstrProfData.inc).
constexpr unsigned kRecordName = 0, kRecordHash = 1, kRecordCounters = 2;
constexpr unsigned kMappingName = 0, kMappingHash = 2, kMappingRegions = 4;

std::uint64_t number(const Constant& record, unsigned field) {
  return llvm::cast<ConstantInt>(record.getAggregateElement(field))->getZExtValue();
}

class Parting {
 public:
  Parting(llvm::Module& device, std::string key, const CoveredUnit& unit, CoveredFunctions& covered)
      : device_(device),
        host_("coverage", device.getContext()),
        key_(std::move(key)),
        unit_(unit),
        covered_(covered),
        b_(device.getContext()) {
    const llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
    host_.setTargetTriple(triple);
    host_.setDataLayout(triple.computeDataLayout());
    host_.setSourceFileName(device.getSourceFileName());
  }

  void run() {
    read_names();
    read_regions();
    // In the order of the module, so that one source always gives one image.
    for (GlobalVariable* record : named(kRecords)) move_counters(*record);
    for (const GlobalVariable* record : named(kMappingRecords)) copy_mapping_record(*record);
    for (const GlobalVariable* mapping : named(kMapping)) copy_mapping(*mapping);
    write_names();
    if (unit_.is_module) {
      export_table();
    } else {
      register_table();
    }
    drop_from_device();
  }

  const llvm::Module& host() const { return host_; }

 private:
  void read_names() {
    const GlobalVariable* names = device_.getGlobalVariable(kNames, true);
    if (names == nullptr) return;
    names_section_ = names->getSection().str();
    const auto text = llvm::cast<llvm::ConstantDataArray>(names->getInitializer())->getAsString();
    if (auto error = names_.create(text)) throw Failure(llvm::toString(std::move(error)));
  }

  void read_regions() {
    for (const GlobalVariable* record : named(kMappingRecords)) {
      const Constant& fields = *record->getInitializer();
      const auto* regions =
          llvm::cast<llvm::ConstantDataArray>(fields.getAggregateElement(kMappingRegions));
      const auto bytes = regions->getRawDataValues();
      regions_[number(fields, kMappingName)] = support::hash128(bytes.data(), bytes.size()).low;
    }
  }

  std::vector<GlobalVariable*> named(llvm::StringRef prefix) const {
    std::vector<GlobalVariable*> found;
    for (GlobalVariable& variable : device_.globals()) {
      if (variable.getName().starts_with(prefix)) found.push_back(&variable);
    }
    return found;
  }

  // A name of the profile may begin with the file of a static function.
  bool is_kernel(llvm::StringRef name) const {
    const llvm::Function* function = device_.getFunction(name);
    if (function == nullptr)
      function = device_.getFunction(name.substr(name.find_last_of(":;") + 1));
    return function != nullptr && function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
  }

  // The hash of the name that the function of this hash has in the profile.
  std::uint64_t rename(std::uint64_t name_hash, std::uint64_t structure, bool is_counted) {
    const llvm::StringRef name = names_.getFuncOrVarName(name_hash);
    std::string now = name.str();
    if (is_counted && !is_kernel(name)) now += ".device";
    if (is_counted) {
      const CoveredFunction function{structure, regions_[name_hash]};
      if (covered_.try_emplace(now, function).first->second != function) now += "." + unit_.arch;
    }
    const std::uint64_t hash = llvm::IndexedInstrProf::ComputeHash(now);
    if (named_.insert(hash).second) names_now_.push_back(std::move(now));
    return hash;
  }

  GlobalVariable* add(const GlobalVariable& like, const llvm::Twine& name, bool is_shared) {
    auto* made = new GlobalVariable(
        host_, like.getValueType(), like.isConstant(),
        is_shared ? llvm::GlobalValue::LinkOnceODRLinkage : llvm::GlobalValue::InternalLinkage,
        nullptr, name);
    if (is_shared) made->setVisibility(llvm::GlobalValue::HiddenVisibility);
    made->setSection(like.getSection());
    made->setAlignment(like.getAlign());
    return made;
  }

  // Of a function that several units may define, all have one.
  void move_counters(GlobalVariable& record) {
    const auto function = record.getName().substr(std::char_traits<char>::length(kRecords));
    GlobalVariable* counters =
        device_.getGlobalVariable((image::kClangCounters + function).str(), true);
    assert(counters != nullptr && "clang makes both");
    const Constant& before = *record.getInitializer();
    const std::uint64_t hash = number(before, kRecordHash);
    const std::uint64_t name = rename(number(before, kRecordName), hash, true);
    counted_.insert(number(before, kRecordName));
    const llvm::Comdat* group = record.getComdat();
    const bool is_shared =
        group != nullptr && group->getSelectionKind() == llvm::Comdat::SelectionKind::Any;
    const std::string suffix = fmt::format("heddle_{:016x}_{:x}", name, hash);

    GlobalVariable* own = add(*counters, image::kClangCounters + suffix, is_shared);
    own->setInitializer(Constant::getNullValue(own->getValueType()));
    GlobalVariable* tells = add(record, kRecords + suffix, is_shared);
    if (is_shared) {
      llvm::Comdat* one = host_.getOrInsertComdat(own->getName());
      own->setComdat(one);
      tells->setComdat(one);
    }
    llvm::SmallVector<Constant*, 12> fields;
    for (unsigned k = 0; Constant* field = before.getAggregateElement(k); ++k)
      fields.push_back(field);
    auto* word = b_.getInt64Ty();
    fields[kRecordName] = b_.getInt64(name);
    fields[kRecordCounters] = llvm::ConstantExpr::getSub(
        llvm::ConstantExpr::getPtrToInt(own, word), llvm::ConstantExpr::getPtrToInt(tells, word));
    tells->setInitializer(
        ConstantStruct::get(llvm::cast<llvm::StructType>(record.getValueType()), fields));
    llvm::appendToUsed(host_, {tells});

    // What device code names instead.
    auto* foreign = new GlobalVariable(
        device_, counters->getValueType(), false, llvm::GlobalValue::ExternalLinkage, nullptr,
        fmt::format("{}{}_{}", image::kCountersPrefix, key_, table_.size()));
    foreign->setAlignment(counters->getAlign());
    llvm::removeFromUsedLists(device_, [&](Constant* used) {
      return used->stripPointerCasts() == &record || used->stripPointerCasts() == counters;
    });
    record.eraseFromParent();
    counters->replaceAllUsesWith(foreign);
    counters->eraseFromParent();
    table_.push_back(own);
  }

  // Where its regions are. Of a function that nobody calls, clang describes that it is there.
  void copy_mapping_record(const GlobalVariable& record) {
    const Constant& before = *record.getInitializer();
    const std::uint64_t old = number(before, kMappingName);
    const std::uint64_t name = rename(old, number(before, kMappingHash), counted_.contains(old));
    GlobalVariable* made = add(
        record,
        fmt::format("{}heddle_{:016x}_{:x}", kMappingRecords, name, number(before, kMappingHash)),
        true);
    made->setComdat(host_.getOrInsertComdat(made->getName()));
    llvm::SmallVector<Constant*, 5> fields;
    for (unsigned k = 0; Constant* field = before.getAggregateElement(k); ++k)
      fields.push_back(field);
    fields[kMappingName] = b_.getInt64(name);
    made->setInitializer(
        ConstantStruct::get(llvm::cast<llvm::StructType>(record.getValueType()), fields));
    llvm::appendToUsed(host_, {made});
  }

  void copy_mapping(const GlobalVariable& mapping) {
    GlobalVariable* made = add(mapping, "heddle.coverage.mapping", false);
    made->setInitializer(const_cast<Constant*>(mapping.getInitializer()));
    llvm::appendToUsed(host_, {made});
  }

  void write_names() {
    if (names_now_.empty()) return;
    std::string text;
    if (auto error = llvm::collectGlobalObjectNameStrings(names_now_, false, text)) {
      throw Failure(llvm::toString(std::move(error)));
    }
    auto* data = llvm::ConstantDataArray::getString(host_.getContext(), text, false);
    auto* made =
        new GlobalVariable(host_, data->getType(), true, llvm::GlobalValue::InternalLinkage, data,
                           "heddle.coverage.names");
    made->setSection(names_section_);
    made->setAlignment(llvm::Align(1));
    llvm::appendToUsed(host_, {made});
  }

  GlobalVariable* make_table() {
    auto* type = llvm::ArrayType::get(b_.getPtrTy(), table_.size());
    return new GlobalVariable(host_, type, true, llvm::GlobalValue::InternalLinkage,
                              llvm::ConstantArray::get(type, table_), "heddle.coverage.table");
  }

  // What the engine calls when it has opened the module's object (image/coverage.h). The profile's
  // runtime in it would write to the program's file, and does not begin by itself where its hook is
  // defined.
  void export_table() {
    auto* pointer = b_.getPtrTy();
    auto* hook =
        new GlobalVariable(host_, b_.getInt32Ty(), false, llvm::GlobalValue::ExternalLinkage,
                           b_.getInt32(0), kProfileRuntime);
    hook->setVisibility(llvm::GlobalValue::HiddenVisibility);
    auto* function =
        llvm::Function::Create(llvm::FunctionType::get(pointer, {pointer}, false),
                               llvm::GlobalValue::ExternalLinkage, image::kCoverageTable, host_);
    b_.SetInsertPoint(llvm::BasicBlock::Create(host_.getContext(), "entry", function));
    b_.CreateCall(host_.getOrInsertFunction("__llvm_profile_set_filename", b_.getVoidTy(), pointer),
                  {function->getArg(0)});
    b_.CreateCall(
        host_.getOrInsertFunction("__llvm_profile_register_write_file_atexit", b_.getInt32Ty()));
    b_.CreateRet(make_table());
  }

  // A constructor, before all of the program's own: they may launch kernels.
  void register_table() {
    if (table_.empty()) return;
    auto& context = host_.getContext();
    auto* pointer = b_.getPtrTy();
    auto* table = make_table();
    auto* constructor = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), false),
                                               llvm::GlobalValue::InternalLinkage,
                                               "heddle.coverage.register", host_);
    b_.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", constructor));
    auto* name = b_.CreateGlobalString(std::string(image::kCountersPrefix) + key_);
    auto callee = host_.getOrInsertFunction(
        image::kRegisterCounters,
        llvm::FunctionType::get(b_.getVoidTy(), {pointer, pointer}, false));
    b_.CreateCall(callee, {name, table});
    // Who links this without the profile's runtime would get no profile, and not know why.
    auto* runtime = host_.getOrInsertGlobal(kProfileRuntime, b_.getInt32Ty());
    b_.CreateLoad(b_.getInt32Ty(), runtime, /*isVolatile=*/true);
    b_.CreateRetVoid();
    constexpr int kFirst = 101;
    llvm::appendToGlobalCtors(host_, constructor, kFirst);
  }

  void drop_from_device() {
    const auto is_profile = [](const llvm::StringRef name) {
      return name.starts_with(kMappingRecords) || name.starts_with(kMapping) || name == kNames ||
             name == kProfileRuntime;
    };
    llvm::removeFromUsedLists(
        device_, [&](Constant* used) { return is_profile(used->stripPointerCasts()->getName()); });
    std::vector<GlobalVariable*> gone;
    for (GlobalVariable& variable : device_.globals()) {
      if (is_profile(variable.getName())) gone.push_back(&variable);
    }
    for (GlobalVariable* variable : gone) {
      variable->removeDeadConstantUsers();
      variable->eraseFromParent();
    }
  }

  llvm::Module& device_;
  llvm::Module host_;
  const std::string key_;
  const CoveredUnit& unit_;
  CoveredFunctions& covered_;
  llvm::IRBuilder<> b_;
  llvm::InstrProfSymtab names_;
  std::string names_section_;
  std::vector<std::string> names_now_;
  std::set<std::uint64_t> named_, counted_;
  std::map<std::uint64_t, std::uint64_t> regions_;  // by the hash of the name: where they stand
  std::vector<Constant*> table_;
};

std::vector<std::uint8_t> bitcode_of(const llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(module, out);
  return {bytes.begin(), bytes.end()};
}

// One unit, however often and with whatever words it is compiled, for one architecture.
std::string key_of(std::span<const std::uint8_t> bitcode, const CoveredUnit& unit) {
  std::error_code error;
  support::FieldHash hash;
  hash.add(
      std::filesystem::absolute(std::filesystem::path(unit.folder) / unit.source, error).string());
  hash.add(unit.arch);
  hash.add(support::hash128(bitcode.data(), bitcode.size()));
  return hash.finish().hex();
}

}  // namespace

DeviceCoverage part_coverage(std::span<const std::uint8_t> bitcode, const CoveredUnit& unit,
                             CoveredFunctions& covered) {
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, unit.source), context);
  if (!module) {
    throw Failure(fmt::format("{}: clang's device output is not readable: {}", unit.source,
                              llvm::toString(module.takeError())));
  }
  const std::string key = key_of(bitcode, unit);
  Parting parting(**module, key, unit, covered);
  parting.run();
  return {bitcode_of(**module), bitcode_of(parting.host()), key};
}

void check_coverage(const Options& options) {
  if (!options.coverage) return;
  if (!options.host_compiler_path.empty() &&
      options.host_compiler_path.find("clang") == std::string::npos) {
    throw Failure(fmt::format("--coverage is counted by clang: leave out -ccbin {}",
                              options.host_compiler_path));
  }
}

}  // namespace heddle::frontend
