// SPDX-License-Identifier: Apache-2.0
// heddle.cover (image/coverage.h) as a function of a module: what makes calls of it, the device
// pass (compiler/plugin/cover_lanes.cc) and the reader of PTX, declares the same one.
#pragma once

#include "image/coverage.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace heddle::ptx {

inline llvm::FunctionCallee declare_cover(llvm::Module& module) {
  using namespace llvm;
  auto& context = module.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context),
                                 {PointerType::get(context, 0), Type::getInt1Ty(context)}, false);
  auto callee = module.getOrInsertFunction(image::kCoverFunction, type);
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->addFnAttr(Attribute::NoCallback);
  function->addFnAttr(Attribute::NoFree);
  function->addFnAttr(Attribute::NoMerge);
  function->setOnlyAccessesInaccessibleMemory();
  return callee;
}

}  // namespace heddle::ptx
