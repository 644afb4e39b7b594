// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, opened at the first handle: a program that makes none needs none. It runs on the thread
// that calls it: what is worth more threads is split by the callers, so that as many work as
// HEDDLE_THREADS says, all of which may touch device memory. It has to be a build with threads all
// the same: Debian's other one gives two callers the same buffer.
#pragma once

#include <array>
#include <cassert>
#include <climits>
#include <type_traits>

#include "library/numbers.h"

namespace heddle::library {

// Routines of BLAS and LAPACK. The names by type: S, D, C, Z; "?" is the letter. Null: there is
// none.
#define HEDDLE_BLAS_ROUTINES(X)                 \
  X(amax, "is", "id", "ic", "iz", "amax")       \
  X(amin, "is", "id", "ic", "iz", "amin")       \
  X(asum, "s", "d", nullptr, nullptr, "asum")   \
  X(nrm2, "s", "d", "sc", "dz", "nrm2")         \
  X(rot, "s", "d", "cs", "zd", "rot")           \
  X(axpy, "s", "d", "c", "z", "axpy")           \
  X(copy, "s", "d", "c", "z", "copy")           \
  X(swap, "s", "d", "c", "z", "swap")           \
  X(rotg, "s", "d", "c", "z", "rotg")           \
  X(dot, "s", "d", nullptr, nullptr, "dot")     \
  X(rotm, "s", "d", nullptr, nullptr, "rotm")   \
  X(rotmg, "s", "d", nullptr, nullptr, "rotmg") \
  X(gbmv, "s", "d", "c", "z", "gbmv")           \
  X(gemv, "s", "d", "c", "z", "gemv")           \
  X(ger, "s", "d", nullptr, nullptr, "ger")     \
  X(geru, nullptr, nullptr, "c", "z", "geru")   \
  X(gerc, nullptr, nullptr, "c", "z", "gerc")   \
  X(sbmv, "s", "d", nullptr, nullptr, "sbmv")   \
  X(spmv, "s", "d", nullptr, nullptr, "spmv")   \
  X(spr, "s", "d", nullptr, nullptr, "spr")     \
  X(spr2, "s", "d", nullptr, nullptr, "spr2")   \
  X(symv, "s", "d", "c", "z", "symv")           \
  X(syr, "s", "d", "c", "z", "syr")             \
  X(syr2, "s", "d", nullptr, nullptr, "syr2")   \
  X(tbmv, "s", "d", "c", "z", "tbmv")           \
  X(tbsv, "s", "d", "c", "z", "tbsv")           \
  X(tpmv, "s", "d", "c", "z", "tpmv")           \
  X(tpsv, "s", "d", "c", "z", "tpsv")           \
  X(trmv, "s", "d", "c", "z", "trmv")           \
  X(trsv, "s", "d", "c", "z", "trsv")           \
  X(hemv, nullptr, nullptr, "c", "z", "hemv")   \
  X(hbmv, nullptr, nullptr, "c", "z", "hbmv")   \
  X(hpmv, nullptr, nullptr, "c", "z", "hpmv")   \
  X(her, nullptr, nullptr, "c", "z", "her")     \
  X(her2, nullptr, nullptr, "c", "z", "her2")   \
  X(hpr, nullptr, nullptr, "c", "z", "hpr")     \
  X(hpr2, nullptr, nullptr, "c", "z", "hpr2")   \
  X(gemm, "s", "d", "c", "z", "gemm")           \
  X(symm, "s", "d", "c", "z", "symm")           \
  X(hemm, nullptr, nullptr, "c", "z", "hemm")   \
  X(syrk, "s", "d", "c", "z", "syrk")           \
  X(herk, nullptr, nullptr, "c", "z", "herk")   \
  X(syr2k, "s", "d", "c", "z", "syr2k")         \
  X(her2k, nullptr, nullptr, "c", "z", "her2k") \
  X(trmm, "s", "d", "c", "z", "trmm")           \
  X(trsm, "s", "d", "c", "z", "trsm")           \
  X(getrf, "s", "d", "c", "z", "getrf")         \
  X(getrs, "s", "d", "c", "z", "getrs")         \
  X(geqrf, "s", "d", "c", "z", "geqrf")         \
  X(gels, "s", "d", "c", "z", "gels")           \
  X(potrf, "s", "d", "c", "z", "potrf")         \
  X(potrs, "s", "d", "c", "z", "potrs")         \
  X(potri, "s", "d", "c", "z", "potri")         \
  X(laswp, "s", "d", "c", "z", "laswp")         \
  X(sytrf, "s", "d", "c", "z", "sytrf")         \
  X(sytrs, "s", "d", "c", "z", "sytrs")         \
  X(sytri, "s", "d", "c", "z", "sytri")         \
  X(trtri, "s", "d", "c", "z", "trtri")         \
  X(larft, "s", "d", "c", "z", "larft")         \
  X(larfb, "s", "d", "c", "z", "larfb")         \
  X(orgqr, "s", "d", nullptr, nullptr, "orgqr") \
  X(ungqr, nullptr, nullptr, "c", "z", "ungqr") \
  X(ormqr, "s", "d", nullptr, nullptr, "ormqr") \
  X(unmqr, nullptr, nullptr, "c", "z", "unmqr") \
  X(gebrd, "s", "d", "c", "z", "gebrd")         \
  X(orgbr, "s", "d", nullptr, nullptr, "orgbr") \
  X(ungbr, nullptr, nullptr, "c", "z", "ungbr") \
  X(sytrd, "s", "d", nullptr, nullptr, "sytrd") \
  X(hetrd, nullptr, nullptr, "c", "z", "hetrd") \
  X(orgtr, "s", "d", nullptr, nullptr, "orgtr") \
  X(ungtr, nullptr, nullptr, "c", "z", "ungtr") \
  X(ormtr, "s", "d", nullptr, nullptr, "ormtr") \
  X(unmtr, nullptr, nullptr, "c", "z", "unmtr") \
  X(gesvd, "s", "d", "c", "z", "gesvd")         \
  X(gesdd, "s", "d", "c", "z", "gesdd")         \
  X(syevd, "s", "d", nullptr, nullptr, "syevd") \
  X(heevd, nullptr, nullptr, "c", "z", "heevd") \
  X(syevr, "s", "d", nullptr, nullptr, "syevr") \
  X(heevr, nullptr, nullptr, "c", "z", "heevr") \
  X(sygvd, "s", "d", nullptr, nullptr, "sygvd") \
  X(hegvd, nullptr, nullptr, "c", "z", "hegvd") \
  X(sygvx, "s", "d", nullptr, nullptr, "sygvx") \
  X(hegvx, nullptr, nullptr, "c", "z", "hegvx") \
  X(geev, "s", "d", "c", "z", "geev")

enum class Routine : unsigned {
#define HEDDLE_BLAS_ROUTINE(name, ...) name,
  HEDDLE_BLAS_ROUTINES(HEDDLE_BLAS_ROUTINE)
#undef HEDDLE_BLAS_ROUTINE
};

// Opens it, once. False: it is not there; a sentence has said that `who` needs it.
bool open_openblas(const char* who);

template <class T>
constexpr unsigned letter_of() {
  if constexpr (std::is_same_v<T, float>) return 0;
  if constexpr (std::is_same_v<T, double>) return 1;
  if constexpr (std::is_same_v<T, Complex>) return 2;
  if constexpr (std::is_same_v<T, DoubleComplex>) return 3;
}
using Address = void (*)();
Address address_of(Routine routine, unsigned letter);
// Of cblas_cdotu_sub (0), cblas_cdotc_sub (1), cblas_zdotu_sub (2), cblas_zdotc_sub (3): functions
// that return complex numbers differ from one Fortran compiler to the next.
Address address_of_complex_dot(unsigned which);

namespace fortran {

// Fortran passes addresses, of values too; integers have 32 bits.
template <class A>
auto hold(A value) {
  if constexpr (std::is_integral_v<A> && !std::is_same_v<A, char>) {
    assert(value <= INT_MAX && value >= INT_MIN);
    return static_cast<int>(value);
  } else {
    return value;
  }
}
template <class A>
auto pass(A& held) {
  if constexpr (std::is_pointer_v<A>) {
    return held;
  } else {
    return &held;
  }
}
// Behind the arguments come the lengths of those that are texts, which C does not pass.
template <class A>
constexpr std::size_t texts = std::is_same_v<A, char> ? 1 : 0;

template <class Result, class... Held>
Result call(Address address, Held... held) {
  constexpr std::size_t kTexts = (texts<Held> + ... + 0);
  using Long = std::size_t;
  if constexpr (kTexts == 0) {
    return reinterpret_cast<Result (*)(decltype(pass(held))...)>(address)(pass(held)...);
  } else if constexpr (kTexts == 1) {
    return reinterpret_cast<Result (*)(decltype(pass(held))..., Long)>(address)(pass(held)..., 1);
  } else if constexpr (kTexts == 2) {
    return reinterpret_cast<Result (*)(decltype(pass(held))..., Long, Long)>(address)(pass(held)...,
                                                                                      1, 1);
  } else if constexpr (kTexts == 3) {
    return reinterpret_cast<Result (*)(decltype(pass(held))..., Long, Long, Long)>(address)(
        pass(held)..., 1, 1, 1);
  } else {
    return reinterpret_cast<Result (*)(decltype(pass(held))..., Long, Long, Long, Long)>(address)(
        pass(held)..., 1, 1, 1, 1);
  }
}

}  // namespace fortran

// Calls the routine of type T: pointers as they are, numbers by value.
template <class T, class Result = void, class... Arguments>
Result blas(Routine routine, Arguments... arguments) {
  return fortran::call<Result>(address_of(routine, letter_of<T>()), fortran::hold(arguments)...);
}

// x' * y, or with x conjugated.
template <class T>
T dot(i64 n, const T* x, i64 incx, const T* y, i64 incy, bool conjugated) {
  if constexpr (is_complex<T>) {
    T result{};
    using Function = void (*)(int, const void*, int, const void*, int, void*);
    const unsigned which = (letter_of<T>() - 2) * 2 + (conjugated ? 1 : 0);
    reinterpret_cast<Function>(address_of_complex_dot(which))(
        static_cast<int>(n), x, static_cast<int>(incx), y, static_cast<int>(incy), &result);
    return result;
  } else {
    return blas<T, T>(Routine::dot, n, x, incx, y, incy);
  }
}

}  // namespace heddle::library
