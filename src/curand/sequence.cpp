// SPDX-License-Identifier: Apache-2.0
#include "curand/sequence.h"

#include <algorithm>
#include <string>
#include <vector>

#include "curand/direction_vectors.h"
#include "curand/mtgp.h"
#include "support/settings.h"

namespace heddle::curand {

const Functions& functions() {
  static const Functions& kept = []() -> const Functions& {
    const std::string isa = support::read_settings().isa;
    return isa == "avx512" ? functions_avx512 : isa == "avx2" ? functions_avx2 : functions_baseline;
  }();
  return kept;
}

namespace {

// XORWOW and MRG32k3a.
class Lanes final : public Sequence {
 public:
  Lanes(const Generator& generator, i64 lanes)
      : is_mrg_(generator.type == CURAND_RNG_PSEUDO_MRG32K3A),
        lanes_(lanes),
        first_(static_cast<i64>(generator.offset % static_cast<u64>(lanes))),
        state_(static_cast<std::size_t>(6 * lanes)) {
    (is_mrg_ ? functions().start_mrg : functions().start_xorwow)(state_.data(), lanes,
                                                                 generator.seed, generator.offset);
  }
  Status check(const Request& request) const override {
    if (request.numbers == Numbers::longs) return CURAND_STATUS_TYPE_ERROR;
    return request.is_normal() && request.count % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE
                                                    : CURAND_STATUS_SUCCESS;
  }
  i64 units(const Request&) const override { return lanes_; }
  i64 grain() const override { return 64; }
  i64 items(const Request& request) const override {
    return request.count / (request.is_normal() ? 2 : 1);
  }
  void fill(const Request& request, i64 begin, i64 end) override {
    const LaneFill fill{request.numbers, request.out,   items(request), lanes_,
                        first_,          state_.data(), request.mean,   request.deviation};
    (is_mrg_ ? functions().fill_mrg : functions().fill_xorwow)(fill, begin, end);
  }
  void move_on(const Request& request) override { first_ = (first_ + items(request)) % lanes_; }

 private:
  const bool is_mrg_;
  const i64 lanes_;
  i64 first_;
  std::vector<std::uint32_t> state_;
};

class Philox final : public Sequence {
 public:
  explicit Philox(const Generator& generator)
      : position_(generator.offset), seed_(generator.seed) {}
  Status check(const Request& request) const override {
    return request.numbers == Numbers::longs ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS;
  }
  i64 units(const Request& request) const override { return request.count; }
  i64 grain() const override { return 1024; }
  void fill(const Request& request, i64 begin, i64 end) override {
    functions().fill_philox(
        {request.numbers, request.out, position_, seed_, request.mean, request.deviation}, begin,
        end);
  }
  void move_on(const Request& request) override { position_ += static_cast<u64>(request.count); }

 private:
  u64 position_;
  const u64 seed_;
};

class Mt19937 final : public Sequence {
 public:
  explicit Mt19937(const Generator& generator)
      : state_(static_cast<std::size_t>(kWords * kGenerators)),
        next_(kWords),
        renewed_(kGenerators / 16) {
    // The authors' init_genrand.
    next_[0] = static_cast<std::uint32_t>(generator.seed);
    for (std::uint32_t i = 1; i < kWords; ++i)
      next_[i] = 1812433253u * (next_[i - 1] ^ next_[i - 1] >> 30) + i;
  }
  Status check(const Request& request) const override {
    return request.numbers == Numbers::longs ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS;
  }
  // Generators are made when their turn comes: 8192 of them take about a second.
  void prepare(const Request& request) override {
    asked_ += request.count;
    const i64 need = std::min(kGenerators, (asked_ + 8 * kGrain - 1) / (8 * kGrain) * kGrain);
    for (; made_ < need; ++made_) {
      for (i64 w = 0; w < kWords; ++w) state_[w * kGenerators + made_] = next_[w];
      functions().mt_jump(next_.data());
    }
  }
  i64 units(const Request&) const override { return kGenerators; }
  i64 grain() const override { return kGrain; }
  void fill(const Request& request, i64 begin, i64 end) override {
    functions().fill_mt({request.numbers, request.out, request.count, position_, renewed_.data(),
                         state_.data(), request.mean, request.deviation},
                        begin, end);
  }
  void move_on(const Request& request) override { position_ += static_cast<u64>(request.count); }

 private:
  static constexpr i64 kGenerators = 8192, kWords = 624, kGrain = 64;

  std::vector<std::uint32_t> state_, next_, renewed_;
  i64 asked_ = 0, made_ = 0;
  u64 position_ = 0;
};

class Sobol final : public Sequence {
 public:
  explicit Sobol(const Generator& generator)
      : is_64_(generator.type == CURAND_RNG_QUASI_SOBOL64 ||
               generator.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64),
        dimensions_(generator.dimensions),
        position_(generator.offset) {
    const bool scrambled = generator.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
                           generator.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    if (is_64_)
      vectors_ = vectors64(scrambled);
    else
      vectors_ = vectors32(scrambled);
    if (!scrambled) return;
    if (is_64_)
      constants_ = constants64();
    else
      constants_ = constants32();
  }
  Status check(const Request& request) const override {
    const Numbers refused = is_64_ ? Numbers::words : Numbers::longs;
    if (request.count == 0 && is_64_) return CURAND_STATUS_SUCCESS;  // as on an H200
    if (request.numbers == refused) return CURAND_STATUS_TYPE_ERROR;
    return request.count % dimensions_ ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_SUCCESS;
  }
  i64 units(const Request& request) const override { return request.count; }
  i64 grain() const override { return 1024; }
  i64 items(const Request& request) const override { return request.count / dimensions_; }
  void fill(const Request& request, i64 begin, i64 end) override {
    const SobolFill fill{request.numbers, request.out,      request.count / dimensions_,
                         position_,       vectors_,         constants_,
                         request.mean,    request.deviation};
    (is_64_ ? functions().fill_sobol64 : functions().fill_sobol32)(fill, begin, end);
  }
  void move_on(const Request& request) override { position_ += static_cast<u64>(items(request)); }

 private:
  const bool is_64_;
  const i64 dimensions_;
  u64 position_;
  const void* vectors_ = nullptr;
  const void* constants_ = nullptr;
};

}  // namespace

std::shared_ptr<Sequence> make_sequence(const Generator& generator) {
  constexpr i64 kLanes = 4096, kManyLanes = 81920;
  switch (generator.type) {
    case CURAND_RNG_PSEUDO_XORWOW:
      return std::make_shared<Lanes>(generator, kLanes);
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return std::make_shared<Lanes>(
          generator, generator.order == CURAND_ORDERING_PSEUDO_LEGACY ? kLanes : kManyLanes);
    case CURAND_RNG_PSEUDO_MTGP32:
      return make_mtgp(generator);
    case CURAND_RNG_PSEUDO_MT19937:
      return std::make_shared<Mt19937>(generator);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return std::make_shared<Philox>(generator);
    default:
      return std::make_shared<Sobol>(generator);
  }
}

}  // namespace heddle::curand
