// SPDX-License-Identifier: Apache-2.0
// Vectors whose types are arguments. Where all numbers have one type of 32 or 64 bits, these are
// the functions of level 1; 16-bit numbers are converted one by one and computed with as float.
#pragma once

#include "cublas/gemm.h"
#include "cublas/level1.h"

namespace heddle::cublas {

// body(T{}) for the type of C++ that has this name; else CUBLAS_STATUS_NOT_SUPPORTED.
template <class Body>
Status with_type(Call& call, cudaDataType type, Body body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float{});
    case CUDA_R_64F:
      return body(double{});
    case CUDA_C_32F:
      return body(Complex{});
    case CUDA_C_64F:
      return body(DoubleComplex{});
    default:
      return call.not_supported("with these types");
  }
}
inline bool is_narrow(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF;
}
inline bool all_are(cudaDataType type, std::initializer_list<cudaDataType> types) {
  return std::all_of(types.begin(), types.end(), [&](cudaDataType other) { return other == type; });
}
// Numbers that are no type at all are invalid, types that do not go together are not supported.
inline bool are_types(std::initializer_list<cudaDataType> types) {
  return std::ranges::all_of(
      types, [](cudaDataType type) { return type >= CUDA_R_32F && type <= CUDA_R_8F_E5M2; });
}
inline cudaDataType real_of(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
template <class T>
const T* as(const void* at) {
  return static_cast<const T*>(at);
}
template <class T>
T* as(void* at) {
  return static_cast<T*>(at);
}

// 16-bit numbers at a distance.
class Narrow {
 public:
  Narrow(const void* x, cudaDataType type, i64 inc, i64 n)
      : first_(first_of(static_cast<std::byte*>(const_cast<void*>(x)), 2 * inc, n)),
        type_(type),
        inc_(inc) {}
  float get(i64 i) const {
    return static_cast<float>(read_scalar(type_, first_ + 2 * i * inc_).real);
  }
  void set(i64 i, float value) const { write_number(type_, first_ + 2 * i * inc_, {value}); }
  Half& bits(i64 i) const { return *reinterpret_cast<Half*>(first_ + 2 * i * inc_); }

 private:
  std::byte* const first_;
  const cudaDataType type_;
  const i64 inc_;
};
inline Cost narrow_cost(i64 n) {
  return {10.0 * double(n), 0};
}

// A sum that is float until it is stored as `type`, where the pointer mode says.
template <class Add>
Status narrow_sum(Call& call, i64 n, bool empty, void* result, cudaDataType type, Add add,
                  float (*last)(double)) {
  if (!result) return call.invalid();
  if (!call.on_device()) {
    if (const Status status = call.may_wait(); status != CUBLAS_STATUS_SUCCESS) return status;
  }
  // Of 16 bits, whichever.
  if (call.on_device()) call.writes(as<Half>(result), 1, 1);
  return call.reduce<double>(
      empty ? 0 : n, narrow_cost(n),
      [=](i64 begin, i64 end) {
        double sum = 0;
        for (i64 i = begin; i < end; ++i) sum += add(i);
        return sum;
      },
      [=](const double* sums, i64 count) {
        write_number(type, result, {last(empty ? 0 : sum_of(sums, count))});
      });
}

inline Status nrm2Ex(Call& call, i64 n, const void* x, cudaDataType type, i64 incx, void* result,
                     cudaDataType type_result, cudaDataType execution) {
  if (!are_types({type, type_result, execution})) return call.invalid();
  if (is_narrow(type) && type_result == type && execution == CUDA_R_32F) {
    const Narrow from(x, type, incx, n);
    return narrow_sum(
        call, n, n <= 0 || incx <= 0, result, type,
        [=](i64 i) { return double(from.get(i)) * from.get(i); },
        [](double sum) { return static_cast<float>(std::sqrt(sum)); });
  }
  if (type_result != real_of(type) || real_of(execution) != real_of(type))
    return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    return nrm2<T>(call, n, as<T>(x), incx, as<Real<T>>(result));
  });
}

inline Status asumEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx, void* result,
                     cudaDataType type_result, cudaDataType execution) {
  if (is_narrow(type) && type_result == type && execution == CUDA_R_32F) {
    const Narrow from(x, type, incx, n);
    return narrow_sum(
        call, n, n <= 0 || incx <= 0, result, type,
        [=](i64 i) { return std::abs(double(from.get(i))); },
        [](double sum) { return static_cast<float>(sum); });
  }
  if (type_result != real_of(type) || real_of(execution) != real_of(type))
    return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    return asum<T>(call, n, as<T>(x), incx, as<Real<T>>(result));
  });
}

inline Status typed_dot(Call& call, i64 n, const void* x, cudaDataType type, i64 incx,
                        const void* y, cudaDataType type_y, i64 incy, void* result,
                        cudaDataType type_result, cudaDataType execution, bool conjugated) {
  if (!are_types({type, type_y, type_result, execution})) return call.invalid();
  if (!all_are(type, {type_y, type_result})) return call.not_supported("with these types");
  if (is_narrow(type) && execution == CUDA_R_32F) {
    const Narrow left(x, type, incx, n), right(y, type, incy, n);
    return narrow_sum(
        call, n, n <= 0, result, type, [=](i64 i) { return double(left.get(i)) * right.get(i); },
        [](double sum) { return static_cast<float>(sum); });
  }
  if (execution != type) return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    return inner_product<T>(call, n, as<T>(x), incx, as<T>(y), incy, as<T>(result), conjugated);
  });
}
inline Status dotEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx, const void* y,
                    cudaDataType type_y, i64 incy, void* result, cudaDataType type_result,
                    cudaDataType execution) {
  return typed_dot(call, n, x, type, incx, y, type_y, incy, result, type_result, execution, false);
}
inline Status dotcEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx, const void* y,
                     cudaDataType type_y, i64 incy, void* result, cudaDataType type_result,
                     cudaDataType execution) {
  return typed_dot(call, n, x, type, incx, y, type_y, incy, result, type_result, execution, true);
}

// The scalar of a 16-bit vector is float, or of its own type.
inline bool scales_narrow(cudaDataType alpha, cudaDataType type, cudaDataType execution) {
  return is_narrow(type) && (alpha == CUDA_R_32F || alpha == type) && execution == CUDA_R_32F;
}

inline Status scalEx(Call& call, i64 n, const void* alpha, cudaDataType type_alpha, void* x,
                     cudaDataType type, i64 incx, cudaDataType execution) {
  if (!are_types({type_alpha, type, execution})) return call.invalid();
  if (scales_narrow(type_alpha, type, execution)) {
    if (!alpha) return call.invalid();
    if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
    const LateScalar factor(call, type_alpha, alpha);
    const Narrow of(x, type, incx, n);
    call.writes(as<Half>(x), n, incx);
    return call.ranges(n, narrow_cost(n), 16, [=](i64 begin, i64 end) {
      const auto by = static_cast<float>(factor().real);
      for (i64 i = begin; i < end; ++i) of.set(i, by * of.get(i));
    });
  }
  if (!all_are(type, {type_alpha, execution})) return call.not_supported("with these types");
  return with_type(call, type,
                   [&]<class T>(T) { return scal<T>(call, n, as<T>(alpha), as<T>(x), incx); });
}

inline Status axpyEx(Call& call, i64 n, const void* alpha, cudaDataType type_alpha, const void* x,
                     cudaDataType type, i64 incx, void* y, cudaDataType type_y, i64 incy,
                     cudaDataType execution) {
  if (!are_types({type_alpha, type, type_y, execution})) return call.invalid();
  if (type != type_y) return call.not_supported("with these types");
  if (scales_narrow(type_alpha, type, execution)) {
    if (!alpha) return call.invalid();
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const LateScalar factor(call, type_alpha, alpha);
    const Narrow from(x, type, incx, n), to(y, type, incy, n);
    call.writes(as<Half>(y), n, incy);
    return over_vector(call, n, narrow_cost(n), incy != 0, [=](i64 begin, i64 end) {
      const auto by = static_cast<float>(factor().real);
      for (i64 i = begin; i < end; ++i) to.set(i, by * from.get(i) + to.get(i));
    });
  }
  if (!all_are(type, {type_alpha, execution})) return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    return axpy<T>(call, n, as<T>(alpha), as<T>(x), incx, as<T>(y), incy);
  });
}

inline Status copyEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx, void* y,
                     cudaDataType type_y, i64 incy) {
  if (type != type_y) return call.not_supported("with these types");
  if (is_narrow(type)) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const Narrow from(x, type, incx, n), to(y, type, incy, n);
    call.writes(as<Half>(y), n, incy);
    return call.once(narrow_cost(n), [=] {
      for (i64 i = 0; i < n; ++i) to.bits(i) = from.bits(i);
    });
  }
  return with_type(call, type,
                   [&]<class T>(T) { return copy<T>(call, n, as<T>(x), incx, as<T>(y), incy); });
}

inline Status swapEx(Call& call, i64 n, void* x, cudaDataType type, i64 incx, void* y,
                     cudaDataType type_y, i64 incy) {
  if (type != type_y) return call.not_supported("with these types");
  if (is_narrow(type)) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const Narrow from(x, type, incx, n), to(y, type, incy, n);
    call.writes(as<Half>(x), n, incx).writes(as<Half>(y), n, incy);
    return call.once(narrow_cost(n), [=] {
      for (i64 i = 0; i < n; ++i) std::swap(from.bits(i), to.bits(i));
    });
  }
  return with_type(call, type,
                   [&]<class T>(T) { return swap<T>(call, n, as<T>(x), incx, as<T>(y), incy); });
}

inline Status iamaxEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx,
                      IndexResult result) {
  return with_type(call, type,
                   [&]<class T>(T) { return amax<T>(call, n, as<T>(x), incx, result); });
}
inline Status iaminEx(Call& call, i64 n, const void* x, cudaDataType type, i64 incx,
                      IndexResult result) {
  return with_type(call, type,
                   [&]<class T>(T) { return amin<T>(call, n, as<T>(x), incx, result); });
}

inline Status rotEx(Call& call, i64 n, void* x, cudaDataType type, i64 incx, void* y,
                    cudaDataType type_y, i64 incy, const void* c, const void* s,
                    cudaDataType type_cs, cudaDataType execution) {
  if (type != type_y) return call.not_supported("with these types");
  if (is_narrow(type) && type_cs == type && execution == CUDA_R_32F) {
    if (!c || !s) return call.invalid();
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const LateScalar cosine(call, type_cs, c), sine(call, type_cs, s);
    const Narrow a(x, type, incx, n), b(y, type, incy, n);
    call.writes(as<Half>(x), n, incx).writes(as<Half>(y), n, incy);
    return over_vector(call, n, narrow_cost(n), incx != 0 && incy != 0, [=](i64 begin, i64 end) {
      const auto by_c = static_cast<float>(cosine().real), by_s = static_cast<float>(sine().real);
      for (i64 i = begin; i < end; ++i) {
        const float old_a = a.get(i), old_b = b.get(i);
        a.set(i, by_c * old_a + by_s * old_b);
        b.set(i, by_c * old_b - by_s * old_a);
      }
    });
  }
  if (execution != type) return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    if (type_cs == real_of(type))
      return rotate<T, Real<T>>(call, n, as<T>(x), incx, as<T>(y), incy, as<Real<T>>(c),
                                as<Real<T>>(s));
    return call.not_supported("with a complex sine");
  });
}

inline Status rotgEx(Call& call, void* a, void* b, cudaDataType type, void* c, void* s,
                     cudaDataType type_cs, cudaDataType execution) {
  if (!all_are(type, {type_cs, execution}) || type != real_of(type))
    return call.not_supported("with these types");
  return with_type(call, type, [&]<class T>(T) {
    return rotg<T>(call, as<T>(a), as<T>(b), as<Real<T>>(c), as<T>(s));
  });
}

inline Status rotmEx(Call& call, i64 n, void* x, cudaDataType type, i64 incx, void* y,
                     cudaDataType type_y, i64 incy, const void* param, cudaDataType type_param,
                     cudaDataType execution) {
  if (!all_are(type, {type_y, type_param, execution}))
    return call.not_supported("with these types");
  if (type == CUDA_R_32F)
    return rotm<float>(call, n, as<float>(x), incx, as<float>(y), incy, as<float>(param));
  if (type == CUDA_R_64F)
    return rotm<double>(call, n, as<double>(x), incx, as<double>(y), incy, as<double>(param));
  return call.not_supported("with these types");
}

inline Status rotmgEx(Call& call, void* d1, cudaDataType type, void* d2, cudaDataType type_d2,
                      void* x1, cudaDataType type_x1, const void* y1, cudaDataType type_y1,
                      void* param, cudaDataType type_param, cudaDataType execution) {
  if (!all_are(type, {type_d2, type_x1, type_y1, type_param, execution}))
    return call.not_supported("with these types");
  if (type == CUDA_R_32F)
    return rotmg<float>(call, as<float>(d1), as<float>(d2), as<float>(x1), as<float>(y1),
                        as<float>(param));
  if (type == CUDA_R_64F)
    return rotmg<double>(call, as<double>(d1), as<double>(d2), as<double>(x1), as<double>(y1),
                         as<double>(param));
  return call.not_supported("with these types");
}

}  // namespace heddle::cublas
