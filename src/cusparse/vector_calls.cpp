// SPDX-License-Identifier: Apache-2.0
// cusparseAxpby, Gather, Scatter, Rot, SpVV.
#include "cusparse/call.h"
#include "cusparse/walk.h"

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;
constexpr Status kOk = CUSPARSE_STATUS_SUCCESS, kNotSupported = CUSPARSE_STATUS_NOT_SUPPORTED;

Status check(Call& call, const cusparseSpVecDescr* x, const cusparseDnVecDescr* y) {
  if (!x || !y || x->size != y->size) return call.invalid();
  if (x->values.type != y->values.type) return call.not_supported("with these types");
  return kOk;
}
bool is_narrow(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_C_16F || type == CUDA_C_16BF;
}
// The type that numbers of `type` are computed in, and that coefficients have.
cudaDataType wide_type(cudaDataType type) {
  if (!is_narrow(type)) return type;
  return type == CUDA_C_16F || type == CUDA_C_16BF ? CUDA_C_32F : CUDA_R_32F;
}
bool is_floating(cudaDataType type) {
  return type != CUDA_R_8I && type != CUDA_R_32I;
}

// body(T(), Compute()) for the types of memory and of what is computed.
template <class Body>
Status with_types(cudaDataType type, Body body) {
  return with_type(type, kNotSupported, [&](auto number) {
    return with_compute_type(wide_type(type), kNotSupported, [&](auto wide) {
      using T = decltype(number);
      using W = decltype(wide);
      constexpr bool fits =
          std::is_same_v<T, W> ||
          ((std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) && std::is_same_v<W, float>) ||
          ((std::is_same_v<T, Pair<Half>> || std::is_same_v<T, Pair<BFloat16>>) &&
           std::is_same_v<W, Complex>);
      if constexpr (fits)
        return body(number, wide);
      else
        return kNotSupported;
    });
  });
}

double cost(i64 numbers) {
  return static_cast<double>(numbers);
}

}  // namespace

// y = alpha * x + beta * y.
HEDDLE_CUSPARSE cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                              cusparseConstSpVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y) {
  return in_call(handle, "cusparseAxpby", [&](Call& call) {
    if (!alpha || !beta) return call.invalid();
    if (const Status status = check(call, x, y)) return status;
    if (!is_floating(x->values.type)) return call.not_supported("with these types");
    call.writes_bytes(y->values.at, y->size * size_of(y->values.type));
    return with_types(x->values.type, [&](auto number, auto wide) {
      using T = decltype(number);
      using W = decltype(wide);
      const auto a = call.scalar<W>(alpha), b = call.scalar<W>(beta);
      const SparseVector from = *x;
      T* const to = static_cast<T*>(y->values.at);
      const i64 size = y->size;
      return call.once(cost_of(cost(size + from.nnz)), [=] {
        const W factor = b();
        for (i64 i = 0; i < size; ++i)
          set(factor == W(0) ? W(0) : times(factor, get<W>(to[i])), to[i]);
        for (i64 k = 0; k < from.nnz; ++k) {
          T& at = to[from.indices[k] - from.base];
          set(times(a(), get<W>(static_cast<const T*>(from.values.at)[k])) + get<W>(at), at);
        }
      });
    });
  });
}

// x[k] = y[index k].
HEDDLE_CUSPARSE cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                               cusparseSpVecDescr_t x) {
  return in_call(handle, "cusparseGather", [&](Call& call) {
    if (const Status status = check(call, x, y)) return status;
    call.writes_bytes(x->values.at, x->nnz * size_of(x->values.type));
    return with_type(x->values.type, kNotSupported, [&](auto number) {
      using T = decltype(number);
      const auto* const from = static_cast<const T*>(y->values.at);
      return call.ranges(x->nnz, cost_of(cost(x->nnz)), 1,
                         [from, to = SparseVector(*x)](i64 begin, i64 end) {
                           for (i64 k = begin; k < end; ++k)
                             static_cast<T*>(to.values.at)[k] = from[to.indices[k] - to.base];
                         });
    });
  });
}

// y[index k] = x[k].
HEDDLE_CUSPARSE cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                cusparseDnVecDescr_t y) {
  return in_call(handle, "cusparseScatter", [&](Call& call) {
    if (const Status status = check(call, x, y)) return status;
    call.writes_bytes(y->values.at, y->size * size_of(y->values.type));
    return with_type(x->values.type, kNotSupported, [&](auto number) {
      using T = decltype(number);
      auto* const to = static_cast<T*>(y->values.at);
      return call.once(cost_of(cost(x->nnz)), [to, from = SparseVector(*x)] {
        for (i64 k = 0; k < from.nnz; ++k)
          to[from.indices[k] - from.base] = static_cast<const T*>(from.values.at)[k];
      });
    });
  });
}

// x[k], y[index k] = c x + s y, c y - s x.
HEDDLE_CUSPARSE cusparseRot(cusparseHandle_t handle, const void* c, const void* s,
                            cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
  return in_call(handle, "cusparseRot", [&](Call& call) {
    if (!c || !s) return call.invalid();
    if (const Status status = check(call, x, y)) return status;
    if (!is_floating(x->values.type)) return call.not_supported("with these types");
    call.writes_bytes(x->values.at, x->nnz * size_of(x->values.type))
        .writes_bytes(y->values.at, y->size * size_of(y->values.type));
    return with_types(x->values.type, [&](auto number, auto wide) {
      using T = decltype(number);
      using W = decltype(wide);
      const auto cosine = call.scalar<W>(c), sine = call.scalar<W>(s);
      return call.once(
          cost_of(cost(x->nnz)), [=, of = SparseVector(*x), dense = static_cast<T*>(y->values.at)] {
            for (i64 k = 0; k < of.nnz; ++k) {
              T &a = static_cast<T*>(of.values.at)[k], &b = dense[of.indices[k] - of.base];
              const W first = get<W>(a), second = get<W>(b);
              set(times(cosine(), first) + times(sine(), second), a);
              set(times(cosine(), second) - times(sine(), first), b);
            }
          });
    });
  });
}

namespace {

Status check_dot(Call& call, cusparseOperation_t op, const cusparseSpVecDescr* x,
                 const cusparseDnVecDescr* y, const void* result, cudaDataType compute) {
  if (!result || !is_operation(op)) return call.invalid();
  if (const Status status = check(call, x, y)) return status;
  const cudaDataType type = x->values.type;
  const bool fits = compute == wide_type(type)
                        ? type != CUDA_R_8I
                        : type == CUDA_R_8I && (compute == CUDA_R_32I || compute == CUDA_R_32F);
  return fits ? kOk : call.not_supported("with these types");
}

}  // namespace

HEDDLE_CUSPARSE cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                        cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                        const void* result, cudaDataType compute, size_t* size) {
  return in_call(handle, "cusparseSpVV_bufferSize", [&](Call& call) {
    if (!size) return call.invalid();
    const Status status = check_dot(call, op, x, y, result, compute);
    if (status == kOk) *size = kBuffer;
    return status;
  });
}

HEDDLE_CUSPARSE cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                             cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void* result,
                             cudaDataType compute, void* buffer) {
  return in_call(handle, "cusparseSpVV", [&](Call& call) {
    Status status = check_dot(call, op, x, y, result, compute);
    if (status != kOk) return status;
    if (!call.on_device() && (status = call.may_wait()) != kOk) return status;
    call.writes_bytes(result, size_of(compute));
    const bool conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return with_type(x->values.type, kNotSupported, [&](auto number) {
      return with_compute_type(compute, kNotSupported, [&](auto wide) {
        using T = decltype(number);
        using W = decltype(wide);
        const auto* const dense = static_cast<const T*>(y->values.at);
        return call.reduce<W>(
            x->nnz, cost_of(cost(x->nnz)),
            [dense, conjugated, of = SparseVector(*x)](i64 begin, i64 end) {
              W sum{};
              for (i64 k = begin; k < end; ++k) {
                const W value = get<W>(static_cast<const T*>(of.values.at)[k]);
                sum += times(conjugated ? conjugate(value) : value,
                             get<W>(dense[of.indices[k] - of.base]));
              }
              return sum;
            },
            [result](const W* sums, i64 count) {
              W sum{};
              for (i64 i = 0; i < count; ++i) sum += sums[i];
              *static_cast<W*>(result) = sum;
            });
      });
    });
  });
}

}  // namespace heddle::cusparse
