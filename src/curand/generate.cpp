// SPDX-License-Identifier: Apache-2.0
// The functions that generate: validate, then give the stream a work, or do it at once on the host.
#include "curand/generator.h"
#include "curand/poisson.h"
#include "curand/sequence.h"
#include "library/submission.h"

namespace heddle::curand {
namespace {

struct Library {
  using Status = curandStatus_t;
  static Status status_of(cudaError_t error) {
    switch (error) {
      case cudaSuccess:
        return CURAND_STATUS_SUCCESS;
      case cudaErrorMemoryAllocation:
        return CURAND_STATUS_ALLOCATION_FAILED;
      default:
        return CURAND_STATUS_LAUNCH_FAILURE;
    }
  }
};

Status submit(const Generator& generator, const Request& request) {
  const std::shared_ptr<Sequence> sequence = generator.sequence;
  library::Submission<Library> submission(generator.stream, request.name, true);
  submission.writes(static_cast<const char*>(request.out), request.count * request.size(), 1);
  library::Cost cost;
  cost.bytes = static_cast<double>(request.count * request.size());
  cost.operations = static_cast<double>(request.count) * (request.is_normal() ? 60 : 10);
  const i64 units = sequence->units(request), grain = sequence->grain();
  const i64 parts = library::threads_for(cost, (units + grain - 1) / grain);
  return submission.with_end(
      parts, cost, 0,
      [=](unsigned part, std::byte*) {
        const i64 begin = library::boundary(part, parts, units, grain);
        const i64 end = library::boundary(part + 1, parts, units, grain);
        if (begin < end) sequence->fill(request, begin, end);
      },
      [=](std::byte*) { sequence->move_on(request); });
}

Status generate(curandGenerator_t generator, const Request& request) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  if (!known->sequence) known->sequence = make_sequence(*known);
  if (const Status status = known->sequence->check(request)) return status;
  if (request.count == 0) return CURAND_STATUS_SUCCESS;
  known->sequence->prepare(request);
  known->given += static_cast<u64>(known->sequence->items(request));
  if (!known->on_host) return submit(*known, request);
  known->sequence->fill(request, 0, known->sequence->units(request));
  known->sequence->move_on(request);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CURAND curandGenerate(curandGenerator_t generator, unsigned int* out, size_t n) {
  return generate(generator, {"curandGenerate", Numbers::words, out, static_cast<i64>(n)});
}
HEDDLE_CURAND curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out,
                                     size_t n) {
  return generate(generator, {"curandGenerateLongLong", Numbers::longs, out, static_cast<i64>(n)});
}
HEDDLE_CURAND curandGenerateUniform(curandGenerator_t generator, float* out, size_t n) {
  return generate(generator, {"curandGenerateUniform", Numbers::floats, out, static_cast<i64>(n)});
}
HEDDLE_CURAND curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t n) {
  return generate(generator,
                  {"curandGenerateUniformDouble", Numbers::doubles, out, static_cast<i64>(n)});
}
HEDDLE_CURAND curandGenerateNormal(curandGenerator_t generator, float* out, size_t n, float mean,
                                   float stddev) {
  return generate(generator, {"curandGenerateNormal", Numbers::normals, out, static_cast<i64>(n),
                              mean, stddev});
}
HEDDLE_CURAND curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                         double mean, double stddev) {
  return generate(generator, {"curandGenerateNormalDouble", Numbers::normal_doubles, out,
                              static_cast<i64>(n), mean, stddev});
}
HEDDLE_CURAND curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t n, float mean,
                                      float stddev) {
  return generate(generator, {"curandGenerateLogNormal", Numbers::log_normals, out,
                              static_cast<i64>(n), mean, stddev});
}
HEDDLE_CURAND curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                            double mean, double stddev) {
  return generate(generator, {"curandGenerateLogNormalDouble", Numbers::log_normal_doubles, out,
                              static_cast<i64>(n), mean, stddev});
}

// Words, each of which becomes its number where it lies.
HEDDLE_CURAND curandGeneratePoisson(curandGenerator_t generator, unsigned int* out, size_t n,
                                    double lambda) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0) || lambda > kMostPoisson) return CURAND_STATUS_OUT_OF_RANGE;
  const Request words{"curandGeneratePoisson", Numbers::words, out, static_cast<i64>(n)};
  if (const Status status = generate(generator, words); status || n == 0) return status;
  const auto quantile = std::make_shared<const PoissonQuantile>(lambda);
  const auto convert = [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) out[i] = (*quantile)(out[i]);
  };
  if (known->on_host) {
    convert(0, words.count);
    return CURAND_STATUS_SUCCESS;
  }
  library::Submission<Library> submission(known->stream, words.name, true);
  submission.reads(out, words.count, 1).writes(out, words.count, 1);
  const double operations = 100.0 * static_cast<double>(words.count);
  return submission.ranges(words.count, {.operations = operations}, 1024, convert);
}

// What a generator starts from, now instead of with the first numbers.
HEDDLE_CURAND curandGenerateSeeds(curandGenerator_t generator) {
  Generator* const known = generator_of(generator);
  if (!known) return CURAND_STATUS_NOT_INITIALIZED;
  known->sequence = make_sequence(*known);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace heddle::curand
