// SPDX-License-Identifier: Apache-2.0
// What a message is for: ranks that call different functions are told so, instead of getting each
// other's data.
#pragma once

#include <cstdint>
#include <iterator>

namespace heddle::nccl {

enum class Tag : std::uint32_t {
  kSendRecv,
  kAllReduce,
  kBroadcast,
  kReduce,
  kAllGather,
  kReduceScatter,
  kAlltoAll,
  kGather,
  kScatter,
  kControl,
};

inline const char* name_of(Tag tag) {
  static constexpr const char* kNames[] = {
      "ncclSend",          "ncclAllReduce", "ncclBroadcast", "ncclReduce",  "ncclAllGather",
      "ncclReduceScatter", "ncclAlltoAll",  "ncclGather",    "ncclScatter", "ncclCommSplit"};
  const auto at = static_cast<std::uint32_t>(tag);
  return at < std::size(kNames) ? kNames[at] : "something unknown";
}

}  // namespace heddle::nccl
