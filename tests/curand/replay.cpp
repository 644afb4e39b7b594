// SPDX-License-Identifier: Apache-2.0
// Calls of the host interface as the lines of a file name them, which an H200 made, too:
//
//   h.TYPE.ORDER.SEED.OFFSET.dDIMENSIONS.dev|host/CALL/CALL...[STATUSES]@KEPT
//
// ORDER, SEED ("-"), OFFSET and DIMENSIONS are set where they are not 0. A CALL is a letter and a
// count. The statuses of all calls are part of the record's name, and KEPT bytes of each call's
// numbers.
#include <cuda_runtime_api.h>
#include <curand.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "records.h"

namespace {

using Long = unsigned long long;

int call(curandGenerator_t g, char letter, void* out, std::size_t n, double lambda) {
  switch (letter) {
    case 'u':
      return curandGenerate(g, static_cast<unsigned*>(out), n);
    case 'l':
      return curandGenerateLongLong(g, static_cast<Long*>(out), n);
    case 'f':
      return curandGenerateUniform(g, static_cast<float*>(out), n);
    case 'd':
      return curandGenerateUniformDouble(g, static_cast<double*>(out), n);
    case 'n':
      return curandGenerateNormal(g, static_cast<float*>(out), n, 1, 2);
    case 'N':
      return curandGenerateNormalDouble(g, static_cast<double*>(out), n, 1, 2);
    case 'g':
      return curandGenerateLogNormal(g, static_cast<float*>(out), n, .5f, .7f);
    case 'G':
      return curandGenerateLogNormalDouble(g, static_cast<double*>(out), n, .5, .7);
    case 'p':
      return curandGeneratePoisson(g, static_cast<unsigned*>(out), n, lambda);
    case 's':
      return curandGenerateSeeds(g);
    case 'o':
      return curandSetGeneratorOffset(g, n);
  }
  return -1;
}

struct Replay {
  curandGenerator_t g = nullptr;
  bool on_host = false;
  std::size_t kept = 0;
  std::string statuses;
  std::vector<char> all;
  char last = 0;

  void note(int status) { statuses += (statuses.empty() ? "" : ",") + std::to_string(status); }
  void make(char letter, std::size_t n, double lambda) {
    const bool numbers = !std::strchr("so", letter);
    const std::size_t bytes = n * (std::strchr("ldNG", letter) ? 8 : 4);
    std::vector<char> host(numbers ? bytes : 0);
    void* out = host.data();
    if (numbers && !on_host) {
      cudaMalloc(&out, bytes);
      cudaMemset(out, 0, bytes);
    }
    note(call(g, letter, out, n, lambda));
    if (!numbers) return;
    if (!on_host) {
      cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost);
      cudaFree(out);
    }
    if (std::strchr("nNgG", letter)) last = letter;
    all.insert(all.end(), host.begin(), host.begin() + static_cast<long>(std::min(bytes, kept)));
  }
};

void replay(const std::string& line) {
  int type = 0, order = 0, dimensions = 0, read = 0;
  Long offset = 0;
  char seed[40], where[8];
  if (std::sscanf(line.c_str(), "h.%d.%d.%39[^.].%llu.d%d.%4[a-z]%n", &type, &order, seed, &offset,
                  &dimensions, where, &read) < 6)
    return;
  Replay r;
  r.on_host = where[0] == 'h';
  r.kept = std::strtoull(line.c_str() + line.rfind('@') + 1, nullptr, 10);
  const auto rng = static_cast<curandRngType_t>(type);
  r.note(r.on_host ? curandCreateGeneratorHost(&r.g, rng) : curandCreateGenerator(&r.g, rng));
  if (order) r.note(curandSetGeneratorOrdering(r.g, static_cast<curandOrdering_t>(order)));
  if (seed[0] != '-')
    r.note(curandSetPseudoRandomGeneratorSeed(r.g, std::strtoull(seed, nullptr, 10)));
  if (offset) r.note(curandSetGeneratorOffset(r.g, offset));
  if (dimensions)
    r.note(curandSetQuasiRandomGeneratorDimensions(r.g, static_cast<unsigned>(dimensions)));
  for (const char* at = line.c_str() + read; *at == '/';) {
    const char letter = at[1];
    char* end = nullptr;
    const std::size_t n = std::strtoull(at + 2, &end, 10);
    double lambda = 0;
    if (letter == 'p') lambda = std::strtod(end + 1, &end);
    r.make(letter, n, lambda);
    at = end;
  }
  if (r.g) curandDestroyGenerator(r.g);
  const std::string name =
      line.substr(0, line.find('[')) + "[" + r.statuses + "]" + line.substr(line.rfind('@'));
  if (!r.last) return records::same(name, r.all);
  // Normal numbers come first where there are any.
  if (std::strchr("NG", r.last)) {
    std::vector<double> values(r.all.size() / 8);
    std::memcpy(values.data(), r.all.data(), values.size() * 8);
    records::close(name, values);
  } else {
    std::vector<float> values(r.all.size() / 4);
    std::memcpy(values.data(), r.all.data(), values.size() * 4);
    records::close(name, values);
  }
}

}  // namespace

int main(int, char** arguments) {
  FILE* const file = std::fopen(arguments[1], "r");
  if (!file) return 1;
  char line[400];
  while (std::fgets(line, sizeof line, file)) {
    if (line[0] == 'h') replay(std::string(line, std::strcspn(line, " \n")));
  }
  std::fclose(file);
}
