// SPDX-License-Identifier: Apache-2.0
// What several processes know of one event: which of its records have ended, in a page that all of
// them map.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/foreign_file.h"

namespace heddle::engine {

class SharedEvent {
 public:
  // Null: the system refuses.
  static std::shared_ptr<SharedEvent> make();
  // Null: what it names is gone.
  static std::shared_ptr<SharedEvent> open(const FileName& name);
  ~SharedEvent();
  SharedEvent(const SharedEvent&) = delete;
  SharedEvent& operator=(const SharedEvent&) = delete;

  FileName name() const { return name_of(file_, kEventMagic); }

  // A record gets a number when it is made, from 1 on.
  std::uint64_t announce();
  void end(std::uint64_t record);
  // The number of the last one, 0: none was made.
  std::uint64_t last() const { return page_->last; }
  bool ended(std::uint64_t record) const;
  // Also returns when the process that made the last record is no more.
  void wait_for(std::uint64_t record);

 private:
  // A later record may end before an earlier one: each has a place of its own for a while.
  static constexpr std::uint64_t kPlaces = 256;
  struct Page {
    std::atomic<std::uint64_t> last;
    std::atomic<std::uint32_t> news;  // what those sleep at who wait
    std::atomic<std::int32_t> process;
    std::atomic<std::uint64_t> ended[kPlaces];
  };
  SharedEvent(int file, Page* page) : file_(file), page_(page) {}
  static std::shared_ptr<SharedEvent> map(int file);

  const int file_;
  Page* const page_;
};

}  // namespace heddle::engine
