// SPDX-License-Identifier: Apache-2.0
#include "curand/mtgp.h"

#include <algorithm>
#include <vector>

// By its whole path: a machine may have another's header of that name.
#ifdef HEDDLE_MTGP_HEADER
#include HEDDLE_MTGP_HEADER
#define HEDDLE_MTGP_SETS mtgp32dc_params_fast_11213
#else
#include "heddle/rand_mtgp.h"
#define HEDDLE_MTGP_SETS nullptr
#endif

namespace heddle::curand {
namespace {

const mtgp32_params_fast* const kSets = HEDDLE_MTGP_SETS;

class Mtgp32 final : public Sequence {
 public:
  Mtgp32(const Generator& generator, i64 sets)
      : sets_(sets),
        state_(static_cast<std::size_t>(sets * kMtgpStride)),
        made_(static_cast<std::size_t>(sets)) {
    std::vector<unsigned> start(HEDDLE_MTGP32_SPACE);
    for (int set = 0; set < sets; ++set) {
      heddle_rand::mtgp_start(kSets[set], heddle_rand::mtgp_seed(generator.seed, set),
                              start.data());
      // Where the words of a block were, whose successors come first.
      std::copy_n(start.begin(), HEDDLE_MTGP32_SIZE,
                  state_.begin() + set * kMtgpStride + kMtgpBlockWords);
    }
  }
  Status check(const Request& request) const override {
    return request.numbers == Numbers::longs ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS;
  }
  i64 units(const Request&) const override { return sets_; }
  i64 grain() const override { return 1; }
  void fill(const Request& request, i64 begin, i64 end) override {
    functions().fill_mtgp({request.numbers, request.out, request.count, position_, sets_, kSets,
                           made_.data(), state_.data(), request.mean, request.deviation},
                          begin, end);
  }
  void move_on(const Request& request) override { position_ += static_cast<u64>(request.count); }

 private:
  static constexpr i64 kMtgpBlockWords = 256;
  const i64 sets_;
  std::vector<std::uint32_t> state_;
  std::vector<i64> made_;
  u64 position_ = 0;
};

}  // namespace

bool has_mtgp() {
  return kSets != nullptr;
}

// As documented, 192 sets, 64 of the legacy ordering.
std::shared_ptr<Sequence> make_mtgp(const Generator& generator) {
  return std::make_shared<Mtgp32>(generator,
                                  generator.order == CURAND_ORDERING_PSEUDO_LEGACY ? 64 : 192);
}

}  // namespace heddle::curand
