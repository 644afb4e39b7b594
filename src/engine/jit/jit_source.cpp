// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/jit_source.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <optional>

#include "engine/jit/code_key.h"
#include "engine/jit/compile_notice.h"
#include "engine/jit/object_loader.h"
#include "engine/jit/signal_guard.h"
#include "support/cpu.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

// The loaded object's description, null unless it keeps the contract of kernel_abi.h.
const abi::KernelCode* description(void* handle) {
  auto* code = static_cast<const abi::KernelCode*>(dlsym(handle, abi::kKernelCodeSymbol));
  return code && code->abi_version == abi::kAbiVersion ? code : nullptr;
}

// HEDDLE_LOG=compile.
void tell(const CodeRequest& request, const char* log) {
  const std::string name = request.kernel.empty()
                               ? "functions of " + request.unit->images()[0]->source
                               : support::demangle(request.kernel);
  const auto& block = request.block;
  support::message(
      fmt::format("compile {} block=({},{},{}): {}", name, block.x, block.y, block.z, log));
}

}  // namespace

JitSource::JitSource(const support::Settings& settings)
    : isa_(settings.isa),
      dump_dir_(settings.dump_dir),
      passes_(settings.passes),
      log_(settings.log_compile),
      cpu_(support::cpu_identity()),
      cache_(settings.cache_dir, settings.cache_bytes),
      ahead_(settings, compiler_),
      second_(settings, compiler_) {
  if (!passes_.empty()) check_passes();
}

// Only the compiler knows its passes.
void JitSource::check_passes() {
  std::string reason;
  const CompilerLibrary::Functions* compiler = compiler_.open(&reason);
  if (!compiler) return;  // the first launch says so
  char text[256];
  const SignalGuard guard;
  if (compiler->check_passes(passes_.c_str(), text, sizeof text) == 0) return;
  support::usage_error(fmt::format("HEDDLE_PASSES={}: {}", passes_, text));
}

support::Hash128 JitSource::key_of(const CodeRequest& request) const {
  return code_key(request, compiler_.identity(), isa_, passes_, cpu_);
}

Error JitSource::compile(const CodeRequest& request, HeddleCompileResult* result,
                         std::string* reason) {
  const CompilerLibrary::Functions* compiler = compiler_.open(reason);
  if (!compiler) return Error::kJitCompilerNotFound;
  std::vector<HeddleBitcode> modules;
  for (std::size_t i : request.image_order()) {
    const auto& bitcode = request.unit->images()[i]->bitcode;
    modules.push_back({bitcode.data(), bitcode.size()});
  }
  HeddleCompileRequest call{};
  call.modules = modules.data();
  call.module_count = modules.size();
  call.kernel = request.kernel.c_str();
  call.block_dim[0] = request.block.x;
  call.block_dim[1] = request.block.y;
  call.block_dim[2] = request.block.z;
  call.flags = request.flags;
  call.isa = isa_.c_str();
  call.probe_mask = request.probe_mask;
  call.passes = passes_.c_str();
  call.budget = request.whole ? kWholeSeconds : request.budget;
  call.dump_dir = dump_dir_.empty() ? nullptr : dump_dir_.c_str();
  call.log = log_;
  const SignalGuard guard;
  std::optional<CompileNotice> notice(request.kernel);
  const bool good = compiler->compile(&call, result) == 0;
  notice.reset();
  if (good) {
    if (result->log) tell(request, result->log);
    return Error::kSuccess;
  }
  *reason = result->error ? result->error : "the kernel compiler gave no reason";
  compiler->release(result);
  return Error::kInvalidKernelImage;
}

bool JitSource::load_cached(const CodeRequest& request, const support::Hash128& key,
                            const std::optional<std::string>& ahead, LoadedCode* out) {
  const auto entry = cache_.load(key);
  std::string stale;
  if (!entry || !open_object(entry->place, entry->object, out, &stale)) return false;
  out->code = description(out->handle);
  out->cache_hit = true;
  out->ahead = ahead.has_value();
  if (ahead && log_) tell(request, ahead->c_str());
  return out->code || request.kernel.empty();
}

// What a budget had made hurried, compiled once more since.
bool JitSource::load_whole(const CodeRequest& request, LoadedCode* out) {
  if (request.budget <= 0) return false;
  const support::Hash128 key = key_of(whole_of(request));
  auto log = second_.take_log(key);
  if (log) log->insert(0, "in the background, ");
  return load_cached(request, key, log, out);
}

void JitSource::improve(const CodeRequest& request, LoadedCode* out) {
  if (!out->code || !out->code->hurried) return;
  const SecondTier::Keys keys{key_of(request), key_of(whole_of(request))};
  bool begins = false;
  out->successor = second_.begin(request, keys, cache_, &begins);
  if (begins && log_) tell(request, "to be compiled as vectors in the background");
}

Error JitSource::load(const CodeRequest& request, LoadedCode* out, std::string* reason) {
  // A dump shows what the compiler does, so it must run.
  const bool from_cache = dump_dir_.empty();
  if (from_cache && load_whole(request, out)) return Error::kSuccess;
  const support::Hash128 key = key_of(request);
  auto ahead = ahead_.take(key, request.kernel);
  if (ahead) ahead->insert(0, "ahead, ");
  if (from_cache && load_cached(request, key, ahead, out)) {
    improve(request, out);
    return Error::kSuccess;
  }
  ahead_.begin(request, cache_, [this](const CodeRequest& other) { return key_of(other); });
  HeddleCompileResult result{};
  HEDDLE_RETURN_IF_ERROR(compile(request, &result, reason));
  auto place = cache_.store(key, result.object, result.object_size);
  const bool stored = place.has_value();
  // The loader would give back what it has loaded under this name.
  if (out->handle) place.reset();
  const bool opened = open_object(place, {result.object, result.object_size}, out, reason);
  compiler_.open(reason)->release(&result);
  if (!opened) return Error::kInvalidKernelImage;
  out->cache_hit = out->ahead = false;
  out->code = description(out->handle);
  if (stored) improve(request, out);
  if (out->code || request.kernel.empty()) return Error::kSuccess;
  *reason = "the compiled object does not keep the kernel contract of this version of Heddle";
  return Error::kInvalidKernelImage;
}

void JitSource::stop() {
  ahead_.stop();
  second_.stop();
}

std::string JitSource::symbolize(const std::string& path, std::uintptr_t offset) {
  std::string reason;
  const CompilerLibrary::Functions* compiler = compiler_.open(&reason);
  char text[512];
  const SignalGuard guard;
  if (!compiler || compiler->symbolize(path.c_str(), offset, text, sizeof text) != 0) return {};
  return text;
}

}  // namespace heddle::engine
