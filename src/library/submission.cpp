// SPDX-License-Identifier: Apache-2.0
#include "library/submission.h"

#include <mutex>
#include <set>
#include <string>

#include "support/message.h"

namespace heddle::library {

// What a thread should have to do, that it is worth waking it.
constexpr double kWorthAThreadNs = 20000;

i64 threads_for(Cost cost, i64 limit) {
  static const unsigned threads = heddle_library_threads();
  const double worth = std::min<double>(cost.nanoseconds() / kWorthAThreadNs, threads);
  return std::max<i64>(1, std::min<i64>(limit, static_cast<i64>(worth)));
}

void say_once(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::lock_guard lock(mutex);
  if (told.insert(text).second) support::message(text);
}

void Uses::add(List& uses, const void* at, std::uint64_t width, i64 height, std::uint64_t pitch,
               bool writes) {
  if (!at || width == 0 || height <= 0) return;
  uses.push_back({reinterpret_cast<std::uintptr_t>(at), width, static_cast<std::uint64_t>(height),
                  pitch, writes});
}

Uses::Uses() = default;
Uses::~Uses() = default;

void Uses::add_vector(const void* x, std::size_t size, i64 n, i64 inc, bool writes) {
  if (n <= 0) return;
  if (inc == 1 || inc == -1) return add(x, n * size, 1, n * size, writes);
  add(x, size, inc == 0 ? 1 : n, (inc < 0 ? -inc : inc) * size, writes);
}

cudaError_t Uses::submit(cudaStream_t stream, const char* name, const Amount& amount,
                         engine::LibraryWork* owned) {
  const std::shared_ptr<engine::LibraryWork> work(owned);
  work->name = name;
  work->parts = amount.parts;
  work->scratch_bytes = amount.scratch_bytes;
  work->nanoseconds = static_cast<float>(amount.cost.nanoseconds());
  work->waits = amount.waits;
  work->uses = std::move(list_);
  if (!late_.empty()) {
    work->late_uses = [asked = std::move(late_)](List& uses) {
      for (const auto& ask : asked) ask(uses);
    };
  }
  return heddle_library_submit(stream, work);
}

}  // namespace heddle::library
