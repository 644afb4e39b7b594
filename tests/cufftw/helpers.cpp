// SPDX-License-Identifier: Apache-2.0
// What FFTW's names answer beside transforms: the documented values of what there is no need for,
// and null plans for what is no transform or not supported.
#include <cufftw.h>

#include <cstdint>
#include <cstring>

#include "../libraries/checks.h"

int main() {
  double* const reals = fftw_alloc_real(64);
  fftw_complex* const numbers = fftw_alloc_complex(64);
  CHECK(fftw_alignment_of(reals) == 0 && fftw_alignment_of(reals + 1) == 8);
  CHECK(fftw_init_threads() != 0 && fftwf_init_threads() != 0);
  fftw_plan_with_nthreads(7);
  CHECK(fftw_planner_nthreads() >= 1);
  fftw_make_planner_thread_safe();
  fftw_set_timelimit(FFTW_NO_TIMELIMIT);

  // Wisdom.
  CHECK(fftw_export_wisdom_to_filename("wisdom") == 0 && !std::fopen("wisdom", "r"));
  CHECK(fftw_import_wisdom_from_filename("wisdom") == 0 && fftw_import_system_wisdom() == 0);
  CHECK(fftw_import_wisdom_from_string("(fftw-3.3.10 fftw_wisdom)") == 0);
  char* wisdom = fftw_export_wisdom_to_string();
  CHECK(wisdom && wisdom[0] == 0);
  std::free(wisdom);
  fftw_forget_wisdom();

  // No transforms.
  const int zero[] = {4, 0}, many[] = {2, 2, 2, 2};
  CHECK(!fftw_plan_dft_1d(0, numbers, numbers, FFTW_FORWARD, 0));
  CHECK(!fftw_plan_dft_1d(-3, numbers, numbers, FFTW_FORWARD, 0));
  CHECK(!fftw_plan_dft_1d(8, numbers, numbers, 2, 0));
  CHECK(!fftw_plan_dft_1d(8, nullptr, numbers, FFTW_FORWARD, 0));
  CHECK(!fftw_plan_dft(2, zero, numbers, numbers, FFTW_FORWARD, 0));
  CHECK(!fftw_plan_dft(0, many, numbers, numbers, FFTW_FORWARD, 0));
  CHECK(!fftw_plan_dft_r2c(2, nullptr, reals, numbers, 0));
  // Not supported.
  CHECK(!fftw_plan_dft(4, many, numbers, numbers, FFTW_FORWARD, 0));
  const fftw_iodim dim = {8, 1, 1};
  CHECK(!fftw_plan_guru_split_dft(1, &dim, 0, nullptr, reals, reals, reals, reals, 0));
  // A batch that transposes itself in place, part by part.
  const fftw_iodim batch[] = {{2, 8, 16}, {2, 16, 8}};
  CHECK(!fftw_plan_guru_dft(1, &dim, 2, batch, numbers, numbers, FFTW_FORWARD, 0));
  fftw_execute(nullptr);
  fftw_destroy_plan(nullptr);

  // What a plan is; the transform of a one is ones.
  fftw_plan plan = fftw_plan_dft_2d(8, 4, numbers, numbers, FFTW_BACKWARD, FFTW_ESTIMATE);
  CHECK(plan);
  std::memset(numbers, 0, 64 * sizeof *numbers);
  numbers[0][0] = 1;
  fftw_execute(plan);
  for (int i = 0; i < 32; ++i) CHECK(numbers[i][0] == 1 && numbers[i][1] == 0);
  double add = 0, mul = 0, fma = 1;
  fftw_flops(plan, &add, &mul, &fma);
  CHECK(add + mul == 5 * 32 * 5 && fma == 0 && fftw_cost(plan) == add + mul);
  char* text = fftw_sprint_plan(plan);
  CHECK(std::strstr(text, "8x4"));
  std::free(text);
  fftw_destroy_plan(plan);
  fftw_cleanup();
  fftw_cleanup_threads();
  fftw_free(reals);
  fftw_free(numbers);
  return 0;
}
