// SPDX-License-Identifier: Apache-2.0
#include "jit/compiler_api.h"

#include <cstdio>
#include <cstdlib>

#include "compiler/pipeline.h"
#include "jit/copy_out.h"
#include "jit/emit.h"

using namespace heddle;

namespace {

llvm::Expected<compiler::Request> read(const HeddleCompileRequest& from, compiler::Isa isa) {
  compiler::Request request;
  for (std::size_t i = 0; i < from.module_count; ++i) {
    request.modules.emplace_back(reinterpret_cast<const char*>(from.modules[i].data),
                                 from.modules[i].size);
  }
  request.kernel = from.kernel;
  if (!request.kernel.empty()) {
    request.block = {from.block_dim[0], from.block_dim[1], from.block_dim[2]};
  }
  request.wide_grid = from.flags & kHeddleWideGrid;
  request.reference = from.flags & kHeddleReference;
  request.debug = from.flags & kHeddleDebug;
  request.switches = from.flags & kHeddleSwitches;
  request.fiber = from.flags & kHeddleFiber;
  request.probes = from.flags & kHeddleProbes;
  request.probe_mask = from.probe_mask;
  request.budget = from.budget;
  request.isa = std::move(isa);
  if (from.dump_dir) request.dump_dir = from.dump_dir;
  auto left_out = compiler::read_left_out(from.passes ? from.passes : "");
  if (!left_out) return left_out.takeError();
  request.left_out = std::move(*left_out);
  request.verify_each = from.dump_dir || !request.left_out.empty();
  return request;
}

llvm::Expected<jit::Bytes> compile(const HeddleCompileRequest& from, std::string* log,
                                   bool* hurried) {
  auto isa = compiler::find_isa(from.isa);
  if (!isa) return isa.takeError();
  auto request = read(from, std::move(*isa));
  if (!request) return request.takeError();
  auto compilation = compiler::compile(*request);
  if (!compilation) return compilation.takeError();
  auto& c = **compilation;
  auto object = jit::emit(c);
  if (!object) return object.takeError();
  auto linked = [&] {
    const compiler::CompileLog::Stage timed(c.log, "link-object");
    return jit::link(*object);
  }();
  *log = c.log.text();
  *hurried = c.hurried || c.quick_code;
  return linked;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int heddle_compile(const HeddleCompileRequest* request,
                                                          HeddleCompileResult* result) {
  *result = {};
  std::string log;
  auto object = compile(*request, &log, &result->hurried);
  if (object) {
    if (request->log) result->log = jit::copy_out(log.c_str(), log.size() + 1);
    result->object = reinterpret_cast<std::uint8_t*>(jit::copy_out(object->data(), object->size()));
    result->object_size = object->size();
    return 0;
  }
  const auto message = llvm::toString(object.takeError());
  result->error = jit::copy_out(message.c_str(), message.size() + 1);
  return 1;
}

__attribute__((visibility("default"))) void heddle_compile_free(HeddleCompileResult* result) {
  std::free(result->object);
  std::free(result->error);
  std::free(result->log);
  *result = {};
}

__attribute__((visibility("default"))) int heddle_check_passes(const char* passes, char* out,
                                                               std::size_t out_size) {
  auto left_out = compiler::read_left_out(passes);
  if (left_out) return 0;
  std::snprintf(out, out_size, "%s", llvm::toString(left_out.takeError()).c_str());
  return 1;
}

__attribute__((visibility("default"))) const char* heddle_compiler_build_id(void) {
  return "heddle-compiler 1 (LLVM " LLVM_VERSION_STRING ")";
}
}
