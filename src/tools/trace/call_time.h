// SPDX-License-Identifier: Apache-2.0
// The time that a call of the runtime takes, for functions that stand in front of it: see
// `make_tables --told-calls`, which makes one for each call.
#pragma once

#include <cstdint>

namespace heddle::tools {

class CallTime {
 public:
  explicit CallTime(const char* name);
  ~CallTime();
  CallTime(const CallTime&) = delete;
  CallTime& operator=(const CallTime&) = delete;

  int answer(int error) { return error_ = error; }

 private:
  const char* const name_;
  std::int64_t begin_ = 0;
  int error_ = 0;
};

// The function of this name that comes after ours: the runtime's.
void* function_behind(const char* name);

}  // namespace heddle::tools
