// SPDX-License-Identifier: Apache-2.0
// What is said at a meeting (meeting.h).
#pragma once

#include "nccl/meeting.h"

namespace heddle::nccl {

struct Hello {
  std::uint64_t magic = 0, secret = 0;
  std::int32_t rank = 0, ranks = 0;
  Card card;
};

// Followed by the cards, if the result is ncclSuccess.
struct Welcome {
  std::int32_t result = 0, ranks = 0;
  std::uint64_t number = 0;
};

}  // namespace heddle::nccl
