// SPDX-License-Identifier: Apache-2.0
#include "cublas/epilogue.h"

#include <cmath>

namespace heddle::cublas {
namespace {

float read(const void* at, cudaDataType type, i64 i) {
  return static_cast<float>(
      read_scalar(type, static_cast<const std::byte*>(at) + i * static_cast<i64>(size_of(type)))
          .real);
}
void write(void* at, cudaDataType type, i64 i, float value) {
  write_number(type, static_cast<std::byte*>(at) + i * static_cast<i64>(size_of(type)), {value});
}

// The approximation by tanh, as documented.
constexpr float kScale = 0.7978845608f, kCube = 0.044715f;
float gelu(float x) {
  return 0.5f * x * (1 + std::tanh(kScale * (x + kCube * x * x * x)));
}
float gelu_derivative(float x) {
  const float t = std::tanh(kScale * (x + kCube * x * x * x));
  return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * kScale * (1 + 3 * kCube * x * x);
}

// A bit for each number: whether it was above 0. Tiles begin at multiples of 8 rows, so each byte
// is written by one thread.
bool bit_at(const void* bits, i64 at) {
  return (static_cast<const std::uint8_t*>(bits)[at / 8] >> (at % 8) & 1) != 0;
}
void set_bit(void* bits, i64 at, bool value) {
  auto& byte = static_cast<std::uint8_t*>(bits)[at / 8];
  const auto mask = static_cast<std::uint8_t>(1u << (at % 8));
  byte = static_cast<std::uint8_t>(value ? byte | mask : byte & ~mask);
}

float derived(const Epilogue& e, float x, i64 aux) {
  if (e.relu) return bit_at(e.aux_at, aux) ? x : 0;
  return x * gelu_derivative(read(e.aux_at, e.aux_type, aux));
}

float activated(const Epilogue& e, float x, i64 aux, TileSums* told) {
  if (e.relu) {
    if (e.aux) set_bit(e.aux_at, aux, x > 0);
    return std::fmax(x, 0.0f);
  }
  if (e.aux) {
    if (e.largest_aux) told->largest_aux = TileSums::larger(told->largest_aux, x);
    write(e.aux_at, e.aux_type, aux, e.aux_scale ? *e.aux_scale * x : x);
  }
  return gelu(x);
}

}  // namespace

void apply_epilogue(const void* what, const Sums& sums) {
  const auto& [e, batch, told] = *static_cast<const EpilogueOf*>(what);
  for (i64 j = 0; j < sums.tile.columns; ++j) {
    for (i64 i = 0; i < sums.tile.rows; ++i) {
      i64 row = sums.tile.row + i, column = sums.tile.column + j;
      if (e.exchanged) std::swap(row, column);
      float& x = sums.floats[j * sums.ld + i];
      if (e.bias) x += read(e.bias_at, e.bias_type, batch * e.bias_stride + row);
      const i64 aux = batch * e.aux_stride + column * e.aux_ld + row;
      if (e.derivative)
        x = derived(e, x, aux);
      else if (e.relu || e.gelu)
        x = activated(e, x, aux, told);
      if (e.row_sums) told->rows[i] += x;
      if (e.largest) told->largest = TileSums::larger(told->largest, x);
      if (e.scale) x *= *e.scale;
    }
  }
}

}  // namespace heddle::cublas
