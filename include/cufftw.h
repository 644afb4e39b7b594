// SPDX-License-Identifier: Apache-2.0
// The names of FFTW 3 (its manual, "FFTW Reference") for transforms by cuFFT: docs/cufft.md says
// what is there. Link with -lcufftw. Arrays may be memory of the host or of the device.
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include <cufft.h>
#include <stddef.h>
#include <stdio.h>

#define FFTW_FORWARD (-1)
#define FFTW_BACKWARD 1
#define FFTW_INVERSE FFTW_BACKWARD

// How long to plan: all are taken and change nothing.
#define FFTW_MEASURE 0x00
#define FFTW_DESTROY_INPUT 0x01
#define FFTW_UNALIGNED 0x02
#define FFTW_CONSERVE_MEMORY 0x04
#define FFTW_EXHAUSTIVE 0x08
#define FFTW_PRESERVE_INPUT 0x10
#define FFTW_PATIENT 0x20
#define FFTW_ESTIMATE 0x40
#define FFTW_WISDOM_ONLY 0x200000
#define FFTW_NO_TIMELIMIT (-1.0)

// A complex number is C's, where <complex.h> was included before.
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex) && defined(I)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

// A dimension: its length, and how far its numbers lie apart.
typedef struct {
  int n, is, os;
} fftw_iodim;
typedef struct {
  ptrdiff_t n, is, os;
} fftw_iodim64;
typedef fftw_iodim fftwf_iodim;
typedef fftw_iodim64 fftwf_iodim64;
typedef enum {
  FFTW_R2HC = 0,
  FFTW_HC2R = 1,
  FFTW_DHT = 2,
  FFTW_REDFT00 = 3,
  FFTW_REDFT01 = 4,
  FFTW_REDFT10 = 5,
  FFTW_REDFT11 = 6,
  FFTW_RODFT00 = 7,
  FFTW_RODFT01 = 8,
  FFTW_RODFT10 = 9,
  FFTW_RODFT11 = 10
} fftw_r2r_kind;
typedef fftw_r2r_kind fftwf_r2r_kind;
typedef void (*fftw_write_char_func)(char c, void*);
typedef int (*fftw_read_char_func)(void*);

#ifdef __cplusplus
extern "C" {
#endif

// All functions, of both precisions.
#define HEDDLE_FFTW(name) fftw_##name
#define HEDDLE_FFTW_REAL double
#include "heddle/fftw_functions.inc"
#define HEDDLE_FFTW(name) fftwf_##name
#define HEDDLE_FFTW_REAL float
#include "heddle/fftw_functions.inc"

#ifdef __cplusplus
}
#endif
#endif
