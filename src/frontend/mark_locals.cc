// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass of programs that heddle check is to look into
// (--mark-locals): before anything is optimised, each local variable gets a value that nobody
// knows,
//
//       %sum = alloca float            %sum = alloca float
//                               ->     %0 = call float @heddle.undefined.variable.f32.sum(i32 7)
//                                      store float %0, ptr %sum
//
// so that a use of it before the program's own first store shows as one of that call. Without it,
// LLVM takes what was never stored for whatever suits it, and the use is gone. Holes of structs are
// left as they are: nobody is to write them. Large arrays, too: they stay in memory, where each
// byte is known to be written or not.
//
// Accesses that are outside of their variable for certain, which LLVM would drop, get an offset
// that it does not know: heddle.hidden(i64 offset). That is done once more in front of each pass
// that takes local variables apart (SROA): by then inlining and unrolling have made offsets
// constant, and it is that pass that drops what is outside. So do addresses of constant memory that
// are written to: LLVM knows that nobody may do that, and would drop the store. Stores
// to __grid_constant__ parameters are marked.
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace llvm;

// More than that is an array that nobody keeps in registers.
constexpr unsigned kMostLeaves = 64;

constexpr unsigned kConstantMemory = 4;                               // the address space
constexpr StringLiteral kGridConstant = "nvvm.grid_constant";         // an attribute of parameters
constexpr StringLiteral kGridConstantStore = "heddle.grid_constant";  // what such a store is marked

struct Leaf {
  Type* type;
  std::uint64_t offset;
};

// The scalars that a value of this type consists of. False: too many.
bool find_leaves(Type* type, std::uint64_t offset, const DataLayout& layout,
                 SmallVectorImpl<Leaf>& leaves) {
  if (auto* structure = dyn_cast<StructType>(type)) {
    const auto* where = layout.getStructLayout(structure);
    for (unsigned k = 0; k < structure->getNumElements(); ++k) {
      const auto at = offset + where->getElementOffset(k).getFixedValue();
      if (!find_leaves(structure->getElementType(k), at, layout, leaves)) return false;
    }
    return true;
  }
  if (auto* array = dyn_cast<ArrayType>(type)) {
    const auto size = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    if (array->getNumElements() > kMostLeaves) return false;
    for (std::uint64_t k = 0; k < array->getNumElements(); ++k) {
      if (!find_leaves(array->getElementType(), offset + k * size, layout, leaves)) return false;
    }
    return true;
  }
  leaves.push_back({type, offset});
  return leaves.size() <= kMostLeaves;
}

class Marker {
 public:
  explicit Marker(Module& module) : module_(module), layout_(module.getDataLayout()) {}

  bool run() {
    for (auto& function : module_) {
      SmallVector<AllocaInst*, 16> objects;
      for (auto& i : instructions(function)) {
        auto* object = dyn_cast<AllocaInst>(&i);
        if (object && object->isStaticAlloca() && !object->isArrayAllocation()) {
          objects.push_back(object);
        }
      }
      for (auto* object : objects) mark(*object);
      hide_offsets(function);
    }
    return count_ != 0;
  }

  void hide_offsets(Function& function) {
    for (auto& i : make_early_inc_range(instructions(function))) {
      if (auto* transfer = dyn_cast<MemIntrinsic>(&i)) {
        hide_ends(*transfer);
      } else if (auto* pointer = getLoadStorePointerOperand(&i)) {
        keep_store(i, pointer);
        if (auto* wrong = hidden_address(i, pointer, bytes_of(i))) set_address(i, wrong);
      }
    }
  }

 private:
  void mark(AllocaInst& object) {
    SmallVector<Leaf, 8> leaves;
    if (!find_leaves(object.getAllocatedType(), 0, layout_, leaves)) return;
    SmallVector<Instruction*, 4> begins;  // what stands before a new life
    for (auto* user : object.users()) {
      auto* mark = dyn_cast<LifetimeIntrinsic>(user);
      if (mark && mark->getIntrinsicID() == Intrinsic::lifetime_start) begins.push_back(mark);
    }
    if (begins.empty()) begins.push_back(&object);
    for (auto* begin : begins) {
      IRBuilder<> b(begin->getNextNode());
      // Behind all allocas, which stand together.
      if (begin == &object) {
        auto& entry = object.getFunction()->getEntryBlock();
        b.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
      }
      b.SetCurrentDebugLocation(begin->getDebugLoc());
      for (const auto& leaf : leaves) {
        auto* value = b.CreateCall(function_for(object, leaf), {b.getInt32(++count_)});
        auto* place = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), &object, leaf.offset);
        b.CreateAlignedStore(value, place, commonAlignment(object.getAlign(), leaf.offset));
      }
    }
  }

  // The object's size, if it is one that LLVM knows.
  std::optional<std::uint64_t> size_of(const Value* object) const {
    if (const auto* local = dyn_cast<AllocaInst>(object)) {
      const auto size = local->getAllocationSize(layout_);
      return size ? std::optional(size->getFixedValue()) : std::nullopt;
    }
    const auto* variable = dyn_cast<GlobalVariable>(object);
    // A shared array without a size has the one of the launch.
    if (!variable || variable->isDeclaration()) return std::nullopt;
    const auto size = layout_.getTypeAllocSize(variable->getValueType()).getFixedValue();
    return size ? std::optional(size) : std::nullopt;
  }

  CallInst* hidden(IRBuilder<>& b, std::uint64_t offset) {
    auto* word = b.getInt64Ty();
    auto callee =
        module_.getOrInsertFunction("heddle.hidden", FunctionType::get(word, {word}, false));
    auto* function = cast<Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setDoesNotAccessMemory();
    ++count_;
    return b.CreateCall(callee, {b.getInt64(offset)});
  }

  std::uint64_t bytes_of(const Instruction& i) const {
    return layout_.getTypeStoreSize(getLoadStoreType(&i)).getFixedValue();
  }

  // A store to a __grid_constant__ parameter: nobody but the thread sees it, LLVM concludes.
  void keep_store(Instruction& i, Value* pointer) {
    auto* store = dyn_cast<StoreInst>(&i);
    const auto* parameter = dyn_cast<Argument>(getUnderlyingObject(pointer));
    if (!store || !parameter || !is_grid_constant(*parameter)) return;
    store->setVolatile(true);
    store->setMetadata(kGridConstantStore, MDNode::get(module_.getContext(), {}));
  }
  static bool is_grid_constant(const Argument& parameter) {
    const auto attributes = parameter.getParent()->getAttributes();
    return attributes.hasParamAttr(parameter.getArgNo(), kGridConstant);
  }

  // Volatile: that nobody reads what is written outside is no reason to drop it.
  static void set_address(Instruction& i, Value* address) {
    i.setOperand(
        isa<LoadInst>(i) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex(),
        address);
    if (auto* load = dyn_cast<LoadInst>(&i)) load->setVolatile(true);
    if (auto* store = dyn_cast<StoreInst>(&i)) store->setVolatile(true);
  }

  // memcpy, memmove and memset of a number of bytes that LLVM knows. What is inside stays as it is:
  // a transfer that is longer than an object cannot touch it, LLVM concludes.
  void hide_ends(MemIntrinsic& transfer) {
    const auto* length = dyn_cast<ConstantInt>(transfer.getLength());
    if (!length || length->isZero()) return;
    auto bytes = length->getZExtValue();
    auto* copy = dyn_cast<MemTransferInst>(&transfer);
    auto room = room_of(transfer.getRawDest());
    if (copy) room = std::min(room, room_of(copy->getRawSource()));
    if (room != 0 && room < bytes) {
      hide_ends(split(transfer, room, bytes - room));
      bytes = room;
    }
    auto* to = hidden_address(transfer, transfer.getRawDest(), bytes);
    auto* from = copy ? hidden_address(transfer, copy->getRawSource(), bytes) : nullptr;
    if (to) transfer.setDest(to);
    if (from) copy->setSource(from);
    if (to || from) transfer.setVolatile(ConstantInt::getTrue(module_.getContext()));
  }

  // How many bytes from there on are inside of the object, 0: none, all: LLVM does not know.
  std::uint64_t room_of(Value* pointer) const {
    const auto place = place_of(pointer);
    if (!place) return ~std::uint64_t{0};
    const auto begin = static_cast<std::uint64_t>(place->offset);
    return begin < place->size ? place->size - begin : 0;
  }

  // Leaves the first bytes to the transfer; returns one of the rest.
  MemIntrinsic& split(MemIntrinsic& transfer, std::uint64_t first, std::uint64_t rest) {
    auto* behind = cast<MemIntrinsic>(transfer.clone());
    behind->insertAfter(transfer.getIterator());
    behind->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    IRBuilder<> b(behind);
    const auto moved = [&](Value* pointer) {
      return b.CreateConstGEP1_64(b.getInt8Ty(), pointer, first);
    };
    behind->setDest(moved(transfer.getRawDest()));
    behind->setDestAlignment(Align(1));
    if (auto* copy = dyn_cast<MemTransferInst>(behind)) {
      copy->setSource(moved(copy->getRawSource()));
      copy->setSourceAlignment(Align(1));
    }
    behind->setLength(rest);
    transfer.setLength(first);
    return *behind;
  }

  struct Place {
    Value* object;
    std::int64_t offset;
    std::uint64_t size;  // of the object
  };
  // Empty: LLVM does not know it.
  std::optional<Place> place_of(Value* pointer) const {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto* object = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto size = size_of(object);
    if (!size || offset.getBitWidth() > 64) return std::nullopt;
    return Place{object, offset.getSExtValue(), *size};
  }

  bool writes(const Instruction& i, const Value* pointer) const {
    const auto* transfer = dyn_cast<MemIntrinsic>(&i);
    return isa<StoreInst>(i) || (transfer && transfer->getRawDest() == pointer);
  }

  // Null: it is in order, or LLVM cannot know that it is not.
  Value* hidden_address(Instruction& i, Value* pointer, std::uint64_t bytes) {
    const auto* variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
    if (variable && variable->getAddressSpace() == kConstantMemory && writes(i, pointer)) {
      IRBuilder<> b(&i);
      auto* generic = b.CreatePointerBitCastOrAddrSpaceCast(pointer, b.getPtrTy());
      auto* sum = b.CreateAdd(b.CreatePtrToInt(generic, b.getInt64Ty()), hidden(b, 0));
      return b.CreatePointerBitCastOrAddrSpaceCast(b.CreateIntToPtr(sum, b.getPtrTy()),
                                                   pointer->getType());
    }
    const auto place = place_of(pointer);
    if (!place) return nullptr;
    const auto begin = static_cast<std::uint64_t>(place->offset);
    if (begin <= place->size && bytes <= place->size - begin) return nullptr;
    IRBuilder<> b(&i);
    auto* address = b.CreateGEP(b.getInt8Ty(), place->object, hidden(b, begin));
    return b.CreatePointerBitCastOrAddrSpaceCast(address, pointer->getType());
  }

  // Whether it is the whole variable decides what to copy it means.
  FunctionCallee function_for(const AllocaInst& object, const Leaf& leaf) {
    const bool whole = leaf.type == object.getAllocatedType();
    std::string name;
    raw_string_ostream out(name);
    out << "heddle.undefined." << (whole ? "variable." : "member.");
    // One letter or number a type, as LLVM's intrinsics have it, is not needed: it is only a name.
    leaf.type->print(out, false, true);
    out << '.' << object.getName().split('.').first;
    for (auto& letter : name) {
      if (letter == ' ' || letter == '<' || letter == '>' || letter == '%' || letter == '"') {
        letter = '_';
      }
    }
    auto callee = module_.getOrInsertFunction(
        name, FunctionType::get(leaf.type, {Type::getInt32Ty(module_.getContext())}, false));
    auto* function = cast<Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setDoesNotAccessMemory();
    function->addFnAttr(Attribute::Speculatable);
    return callee;
  }

  Module& module_;
  const DataLayout& layout_;
  unsigned count_ = 0;
};

struct MarkLocals : PassInfoMixin<MarkLocals> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    return Marker(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

// Before LLVM's own passes run: there is no place between an inlined call and the pass that takes
// the caller's variables apart where a pipeline lets plugins in.
void hide_before(StringRef pass, Any unit) {
  if (pass != "SROAPass") return;
  const auto* function = any_cast<const Function*>(&unit);
  if (!function) return;
  auto& changed = const_cast<Function&>(**function);
  Marker(*changed.getParent()).hide_offsets(changed);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mark-locals", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(MarkLocals()); });
            if (auto* callbacks = builder.getPassInstrumentationCallbacks()) {
              callbacks->registerBeforeNonSkippedPassCallback(hide_before);
              // It makes one store of those on both sides of an `if`, with the line of neither.
              callbacks->registerShouldRunOptionalPassCallback(
                  [](StringRef pass, Any) { return pass != "MergedLoadStoreMotionPass"; });
            }
          }};
}
