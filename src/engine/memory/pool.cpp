// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/pool.h"

#include <unistd.h>

#include <algorithm>

#include "engine/stream/call.h"
#include "engine/stream/stream.h"

namespace heddle::engine {
namespace {

constexpr std::uint64_t kGranule = 512;
constexpr std::uint64_t kSegment = FileSpace::kGranule;

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) & ~(to - 1);
}
std::uint64_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}
void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

Pool::Pool(Arena& arena, int on, Origin from, int in_file, std::uint64_t most)
    : device(on), origin(from), file(in_file), arena_(arena), most_(most), space_(in_file) {}

Pool::~Pool() {
  trim(0);
  if (file >= 0) ::close(file);
}

Error Pool::allocate(std::uint64_t bytes, Stream& stream, void** out) {
  *out = nullptr;
  if (origin == Origin::kImported) return Error::kInvalidValue;
  if (bytes == 0) return Error::kSuccess;
  if (bytes > arena_.capacity()) return Error::kMemoryAllocation;
  const bool heard = arena_.heard();
  const std::uint64_t size = round_up(bytes + (heard ? kMemoryGap : 0), kGranule);
  const Allocation row{0, bytes, arena_.kind(), device, 0, this};
  Allocation made = row;
  {
    const std::lock_guard lock(mutex_);
    if (!take(size, stream, heard, &made.base)) return Error::kMemoryAllocation;
    live_[made.base] = size;
    used_.add(size);
    arena_.add(made);
    *out = at(made.base);
  }
  if (heard) arena_.events()->allocated(made, stream.order_events().given(stream));
  return Error::kSuccess;
}

// `heard`: what was freed is used again when there is much of it, or nothing else.
bool Pool::take(std::uint64_t size, Stream& stream, bool heard, std::uint64_t* begin) {
  const auto take_free = [&] {
    const auto taken = free_.take(size, kGranule);
    if (taken) *begin = *taken;
    return taken.has_value();
  };
  if (heard && returned_bytes() < kMemoryHeldBack && (take_free() || take_segment(size, begin))) {
    return true;
  }
  if (take_returned(size, stream, begin)) return true;
  collect(false);
  return take_free() || take_with_dependency(size, stream, begin) || take_segment(size, begin);
}

std::uint64_t Pool::returned_bytes() const {
  std::uint64_t sum = 0;
  for (const Returned& one : returned_) sum += one.bytes;
  return sum;
}

// Of what was freed in this stream, or in another one that it comes after, the best fit.
bool Pool::take_returned(std::uint64_t bytes, Stream& stream, std::uint64_t* begin) {
  std::size_t best = returned_.size();
  for (std::size_t i = 0; i < returned_.size(); ++i) {
    const Returned& one = returned_[i];
    if (one.imported || one.bytes < bytes) continue;
    if (best < returned_.size() && returned_[best].bytes <= one.bytes) continue;
    const bool mine = one.stream == stream.id;
    if (mine || (follow_events && !one.free->ended() && stream.comes_after(one.free))) best = i;
  }
  return best < returned_.size() && take_part(best, bytes, begin);
}

bool Pool::take_with_dependency(std::uint64_t bytes, Stream& stream, std::uint64_t* begin) {
  if (!internal_dependencies) return false;
  for (std::size_t i = 0; i < returned_.size(); ++i) {
    if (returned_[i].imported || returned_[i].bytes < bytes) continue;
    stream.submit(make_call([] {}, Operation::Size::kTiny), returned_[i].free);
    return take_part(i, bytes, begin);
  }
  return false;
}

bool Pool::take_part(std::size_t index, std::uint64_t bytes, std::uint64_t* begin) {
  Returned& one = returned_[index];
  *begin = one.begin;
  one.begin += bytes;
  one.bytes -= bytes;
  if (one.bytes == 0) returned_.erase(returned_.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

bool Pool::take_segment(std::uint64_t bytes, std::uint64_t* begin) {
  const std::uint64_t size = round_up(bytes, kSegment);
  if (most_ && reserved_.now + size > most_) trim_locked(most_ > size ? most_ - size : 0);
  if (most_ && reserved_.now + size > most_) return false;
  FilePart part;
  if (file >= 0) {
    const auto offset = space_.take(size);
    if (!offset) return false;
    part = {file, *offset};
  }
  std::uint64_t at_segment = 0;
  Error error = arena_.take_segment(size, part, &at_segment);
  if (!ok(error)) {
    trim_locked(0);
    error = arena_.take_segment(size, part, &at_segment);
  }
  if (!ok(error)) {
    if (file >= 0) space_.give(part.offset, size);
    return false;
  }
  segments_.emplace(at_segment, Segment{size, part.offset});
  reserved_.add(size);
  *begin = at_segment;
  free_.add(at_segment + bytes, size - bytes);
  return true;
}

Error Pool::release(void* address, Stream* stream) {
  const bool heard = arena_.heard();
  const auto row = heard ? arena_.find(address) : std::nullopt;
  const auto by = heard ? arena_.events()->caller() : MemoryEvents::Caller{};
  const auto work = heard && stream ? Operation::take_numbers() : 0;
  const auto tell = [events = arena_.events(), row, by, work] {
    if (row) events->freed(*row, by, work);
  };
  const Error error = release(address, stream, heard ? std::function<void()>(tell) : nullptr, work);
  if (heard && ok(error) && !stream) tell();
  return error;
}

// `then`: to be done when the stream has come to it.
Error Pool::release(void* address, Stream* stream, const std::function<void()>& then,
                    std::uint64_t work) {
  const std::lock_guard lock(mutex_);
  const auto it = live_.find(number(address));
  if (it == live_.end()) return Error::kInvalidValue;
  const auto [begin, bytes] = *it;
  live_.erase(it);
  used_.now -= bytes;
  const bool imported = origin == Origin::kImported;
  if (!stream) {
    if (imported) return arena_.release_import(address);
    arena_.remove(begin);
    free_.add(begin, bytes);
    return Error::kSuccess;
  }
  OperationRef free;
  if (imported) {
    free = make_call(
        [&arena = arena_, address, then] {
          (void)arena.release_import(address);
          if (then) then();
        },
        Operation::Size::kSmall);
  } else {
    arena_.remove(begin);  // who uses it from now on is wrong
    free =
        then ? make_call(then, Operation::Size::kTiny) : make_call([] {}, Operation::Size::kTiny);
  }
  free->tell_as(work);
  stream->submit(free);
  returned_.push_back({begin, bytes, free, stream->id, imported});
  return Error::kSuccess;
}

// Frees that have ended. Those that the program has not waited for count only if it is content with
// that.
void Pool::collect(bool host_has_waited) {
  if (!host_has_waited && !opportunistic) return;
  if (arena_.heard() && returned_bytes() < kMemoryHeldBack) return;
  std::erase_if(returned_, [&](const Returned& one) {
    const bool ended = one.free->ended();
    if (ended && !one.imported) free_.add(one.begin, one.bytes);
    return ended;
  });
}

void Pool::trim(std::uint64_t keep) {
  const std::lock_guard lock(mutex_);
  collect(true);
  trim_locked(keep);
}

void Pool::trim_locked(std::uint64_t keep) {
  for (auto it = segments_.begin(); it != segments_.end() && reserved_.now > keep;) {
    const auto [begin, segment] = *it;
    if (!free_.take_all(begin, segment.bytes)) {
      ++it;
      continue;
    }
    arena_.give_segment(begin);
    if (file >= 0) space_.give(segment.offset, segment.bytes);
    reserved_.now -= segment.bytes;
    it = segments_.erase(it);
  }
}

void Pool::host_waited() {
  const std::lock_guard lock(mutex_);
  collect(true);
  trim_locked(release_threshold);
}

bool Pool::empty() {
  const std::lock_guard lock(mutex_);
  collect(true);
  return live_.empty() && returned_.empty();
}

void Pool::forget() {
  const std::lock_guard lock(mutex_);
  segments_.clear();
  free_.clear();
  returned_.clear();
  live_.clear();
  reserved_ = used_ = {};
  follow_events = opportunistic = internal_dependencies = true;
  release_threshold = 0;
  const std::lock_guard access_lock(access_mutex);
  access.clear();
}

Error Pool::part_of(const void* address, FilePart* part, std::uint64_t* bytes) {
  const std::lock_guard lock(mutex_);
  const auto it = live_.find(number(address));
  if (it == live_.end() || file < 0 || origin == Origin::kImported) return Error::kInvalidValue;
  const auto segment = std::prev(segments_.upper_bound(it->first));
  *part = {file, segment->second.offset + (it->first - segment->first)};
  *bytes = arena_.find(address)->size;
  return Error::kSuccess;
}

Error Pool::import(FilePart part, std::uint64_t bytes, void** out) {
  const std::lock_guard lock(mutex_);
  HEDDLE_RETURN_IF_ERROR(arena_.import(part, bytes, this, out));
  live_[number(*out)] = bytes;
  used_.add(bytes);
  return Error::kSuccess;
}

Pool::Usage Pool::reserved() {
  const std::lock_guard lock(mutex_);
  return reserved_;
}
Pool::Usage Pool::used() {
  const std::lock_guard lock(mutex_);
  return used_;
}
void Pool::reset_reserved_high() {
  const std::lock_guard lock(mutex_);
  reserved_.high = reserved_.now;
}
void Pool::reset_used_high() {
  const std::lock_guard lock(mutex_);
  used_.high = used_.now;
}

}  // namespace heddle::engine
