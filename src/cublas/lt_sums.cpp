// SPDX-License-Identifier: Apache-2.0
#include "cublas/lt_sums.h"

namespace heddle::cublas {

void OperandSums::run(i64 begin, i64 end, void* to, cudaDataType to_type) const {
  const auto* const bytes = static_cast<const std::byte*>(at);
  const i64 size = static_cast<i64>(size_of(type));
  std::vector<double> sums(static_cast<std::size_t>(end - begin));
  const auto add = [&](i64 i, i64 l) {
    const i64 place = in_rows ? i * ld + l : l * ld + i;
    sums[static_cast<std::size_t>(i - begin)] += read_scalar(type, bytes + place * size).real;
  };
  // In the order of memory.
  if (in_rows) {
    for (i64 i = begin; i < end; ++i)
      for (i64 l = 0; l < k; ++l) add(i, l);
  } else {
    for (i64 l = 0; l < k; ++l)
      for (i64 i = begin; i < end; ++i) add(i, l);
  }
  auto* const out = static_cast<std::byte*>(to);
  for (i64 i = begin; i < end; ++i)
    write_number(to_type, out + i * static_cast<i64>(size_of(to_type)),
                 {sums[static_cast<std::size_t>(i - begin)]});
}

}  // namespace heddle::cublas
