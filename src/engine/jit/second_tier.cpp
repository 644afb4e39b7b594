// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/second_tier.h"

#include <unistd.h>

#include <utility>

namespace heddle::engine {
namespace {

// Each holds a copy of its unit's bitcode, and a descriptor.
constexpr std::size_t kMostWaiting = 32;

AheadCommon common_with_limit(const support::Settings& settings, const CompilerLibrary& compiler) {
  AheadCommon common = common_of(settings, compiler);
  common.limit = kWholeSeconds;
  return common;
}

}  // namespace

CodeRequest whole_of(const CodeRequest& request) {
  CodeRequest whole = request;
  whole.whole = true;
  return whole;
}

SecondTier::SecondTier(const support::Settings& settings, const CompilerLibrary& compiler)
    : enabled_(allows_helpers(settings)),
      common_(common_with_limit(settings, compiler)),
      runner_(compiler, HelperProcess::AtStop::kLeave) {}

SecondTier::Ready SecondTier::begin(const CodeRequest& request, const Keys& keys, CodeCache& cache,
                                    bool* begins) {
  *begins = false;
  if (!enabled_ || getpid() != common_.program || !cache.writable()) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = entries_.try_emplace(keys.whole.hex());
  if (!is_new) return entry->second.ready;
  if (waiting_.size() >= kMostWaiting) return nullptr;
  AheadCommon common = common_;
  common.cache_dir = cache.directory();
  for (const std::size_t i : request.image_order()) {
    common.modules.push_back(request.unit->images()[i]->bitcode);
  }
  const AheadRequest job{request.kernel, {request.block.x, request.block.y, request.block.z},
                         request.flags,  request.probe_mask,
                         kWholeSeconds,  keys.whole,
                         keys.hurried};
  auto table = AheadTable::make(common, {&job, 1});
  if (!table) return nullptr;
  waiting_.push_back(std::move(table));
  if (!current_) {
    if (!runner_.begin(next(), [this] { return ended(); })) current_ = nullptr;
    if (!current_) return nullptr;
  }
  *begins = true;
  return entry->second.ready;
}

std::shared_ptr<AheadTable> SecondTier::next() {
  current_ = nullptr;
  if (!waiting_.empty()) {
    current_ = std::move(waiting_.front());
    waiting_.pop_front();
  }
  return current_;
}

std::shared_ptr<AheadTable> SecondTier::ended() {
  const std::lock_guard lock(mutex_);
  AheadJob& job = current_->jobs()[0];
  if (job.change(AheadJob::kDone, AheadJob::kTaken)) {
    Entry& entry = entries_[job.key.hex()];
    entry.log = job.log;  // its last byte is 0
    entry.ready->store(true, std::memory_order_release);
  }
  return next();
}

std::optional<std::string> SecondTier::take_log(const support::Hash128& whole) {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(whole.hex());
  if (entry == entries_.end()) return std::nullopt;
  return std::exchange(entry->second.log, std::nullopt);
}

}  // namespace heddle::engine
