// SPDX-License-Identifier: Apache-2.0
// The expert interface of iterative refinement: all pairs of precisions, what is told of the
// iterations, tolerances, no refinement, no fallback, and what is not set.
#include "cusolver_test.h"

struct Solver {
  cusolverDnIRSParams_t params = nullptr;
  cusolverDnIRSInfos_t infos = nullptr;
  Solver() {
    OK(cusolverDnIRSParamsCreate(&params));
    OK(cusolverDnIRSInfosCreate(&infos));
  }
  ~Solver() {
    OK(cusolverDnIRSInfosDestroy(infos));
    OK(cusolverDnIRSParamsDestroy(params));
  }
  Solver(const Solver&) = delete;
};

double largest(const Dense& a) {
  double most = 0;
  for (const Big x : a.at) most = std::max(most, std::abs(x));
  return most;
}
Dense rest_of(const Dense& a, const Dense& x, const Dense& b) {
  Dense rest = a * x;
  for (std::size_t i = 0; i < rest.at.size(); ++i) rest.at[i] = b.at[i] - rest.at[i];
  return rest;
}
template <class T>
double precision() {
  return sizeof(RealOf<T>) == 4 ? 1.2e-7 : 2.3e-16;
}

template <class T>
struct System {
  Dense a, b;
  Matrix<T> ma, mb, mx;
  Array<int> info{1};
  Array<double> work{1 << 17};
  System(const Dense& of, int nrhs)
      : a(of), b(any<T>(of.rows, nrhs)), ma(a), mb(b), mx(any<T>(of.columns, nrhs)) {}
  cusolverStatus_t solve(cusolverDnHandle_t handle, Solver& s, int& iterations) {
    std::size_t bytes = 0;
    if (const auto status =
            cusolverDnIRSXgesv_bufferSize(handle, s.params, a.rows, b.columns, &bytes))
      return status;
    CHECK(bytes > 0 && bytes <= work.size * 8);
    return cusolverDnIRSXgesv(handle, s.params, s.infos, a.rows, b.columns, ma.device, ma.ld,
                              mb.device, mb.ld, mx.device, mx.ld, work.device, bytes, &iterations,
                              info.device);
  }
};

// All precisions below that of T; how many iterations there were is told three times over.
template <class T>
void precisions(cusolverDnHandle_t handle, cusolverIRSRefinement_t refinement) {
  using R = RealOf<T>;
  const int main = (sizeof(R) == 8 ? CUSOLVER_R_64F : CUSOLVER_R_32F) + (is_complex<T> ? 10 : 0);
  for (int lowest = main; lowest <= CUSOLVER_R_TF32 + (is_complex<T> ? 10 : 0); ++lowest) {
    const int n = pick(1, 40);
    System<T> system(well_conditioned<T>(n, n),
                     refinement == CUSOLVER_IRS_REFINE_CLASSICAL ? pick(1, 4) : 1);
    Solver s;
    OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, cusolverPrecType_t(main),
                                              cusolverPrecType_t(lowest)));
    OK(cusolverDnIRSParamsSetRefinementSolver(s.params, refinement));
    OK(cusolverDnIRSParamsSetMaxIters(s.params, 40));
    OK(cusolverDnIRSInfosRequestResidual(s.infos));
    int iterations = -7, told = -7, outer = -7, most = 0;
    OK(system.solve(handle, s, iterations));
    CHECK(system.info.first() == 0 && iterations >= 0 && iterations < 40);
    OK(cusolverDnIRSInfosGetNiters(s.infos, &told));
    OK(cusolverDnIRSInfosGetOuterNiters(s.infos, &outer));
    OK(cusolverDnIRSInfosGetMaxIters(s.infos, &most));
    CHECK(told == iterations && outer <= iterations && most == 40);
    void* history = nullptr;
    OK(cusolverDnIRSInfosGetResidualHistory(s.infos, &history));
    CHECK(history != nullptr);
    const R* const numbers = static_cast<const R*>(history);
    const double left = largest(rest_of(system.a, system.mx.get(), system.b));
    CHECK(left <= precision<T>() * n * (1 + largest(system.a)) * 4);
    // Two columns of 41 rows: the count, and what was left.
    CHECK(numbers[0] == 0 && numbers[outer] == iterations);
    CHECK(double(numbers[41 + outer]) <= precision<T>() * n * (1 + largest(system.a)) * 4);
    if (iterations > 1) CHECK(numbers[41 + outer] < numbers[41]);
    const Dense after = system.ma.get();
    CHECK(after.at == system.a.at && system.mb.get().at == system.b.at);
  }
}

// Without refinement the solution is the lower precision's; a tolerance that is met sooner ends
// sooner.
void tolerances(cusolverDnHandle_t handle) {
  const int n = 48;
  System<double> system(well_conditioned<double>(n, n), 2);
  const auto run = [&](cusolverIRSRefinement_t refinement, double tolerance, double& left) {
    Solver s;
    OK(cusolverDnIRSParamsSetSolverMainPrecision(s.params, CUSOLVER_R_64F));
    OK(cusolverDnIRSParamsSetSolverLowestPrecision(s.params, CUSOLVER_R_16BF));
    OK(cusolverDnIRSParamsSetRefinementSolver(s.params, refinement));
    if (tolerance > 0) OK(cusolverDnIRSParamsSetTol(s.params, tolerance));
    OK(cusolverDnIRSParamsSetTolInner(s.params, 1e-3));
    int iterations = -7;
    OK(system.solve(handle, s, iterations));
    left = largest(rest_of(system.a, system.mx.get(), system.b));
    void* history = nullptr;
    EXPECT_STATUS(cusolverDnIRSInfosGetResidualHistory(s.infos, &history),
                  CUSOLVER_STATUS_INVALID_VALUE);
    return iterations;
  };
  double none = 0, loose = 0, tight = 0;
  CHECK(run(CUSOLVER_IRS_REFINE_NONE, 0, none) == 0);
  const int few = run(CUSOLVER_IRS_REFINE_CLASSICAL, 1e-7, loose);
  const int many = run(CUSOLVER_IRS_REFINE_CLASSICAL, 0, tight);
  CHECK(few > 0 && few < many && tight < loose && loose < none && none < 0.1);
}

// Where it fails, the main precision helps, or nothing does.
void failures(cusolverDnHandle_t handle) {
  const int n = 24;
  Dense hard(n, n), singular(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      hard(i, j) = 1.0 / (i + j + 1) + (i == j ? 1e-7 : 0);
      singular(i, j) = i == 5 ? 0.0 : i == j;
    }
  for (const bool fallback : {true, false}) {
    System<double> system(hard, 1);
    Solver s;
    OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, CUSOLVER_R_64F, CUSOLVER_R_32F));
    OK(cusolverDnIRSParamsSetRefinementSolver(s.params, CUSOLVER_IRS_REFINE_CLASSICAL));
    OK(cusolverDnIRSParamsSetMaxIters(s.params, 5));
    OK(fallback ? cusolverDnIRSParamsEnableFallback(s.params)
                : cusolverDnIRSParamsDisableFallback(s.params));
    int iterations = 0;
    OK(system.solve(handle, s, iterations));
    int outer = 0;
    OK(cusolverDnIRSInfosGetOuterNiters(s.infos, &outer));
    CHECK(iterations == -5 && outer == 5);
    // The other factorisation takes the place of A.
    if (fallback) CHECK(largest(rest_of(hard, system.mx.get(), system.b)) < 1e-6);
    CHECK((system.ma.get().at == hard.at) == !fallback);
  }
  // Without fallback a singular matrix is told by the lower precision's factors; -3 is the
  // documented count, -5 that of cuSOLVER 12.0.4 on an H100. Without refinement there is nothing to
  // fail.
  for (const auto refinement : {CUSOLVER_IRS_REFINE_CLASSICAL, CUSOLVER_IRS_REFINE_NONE}) {
    System<double> system(singular, 1);
    Solver s;
    OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, CUSOLVER_R_64F, CUSOLVER_R_32F));
    OK(cusolverDnIRSParamsSetRefinementSolver(s.params, refinement));
    OK(cusolverDnIRSParamsDisableFallback(s.params));
    int iterations = 1;
    OK(system.solve(handle, s, iterations));
    CHECK(system.info.first() == 6 && system.ma.get().at == singular.at);
    CHECK(refinement == CUSOLVER_IRS_REFINE_NONE ? iterations == 0
                                                 : iterations == -3 || iterations == -5);
  }
}

void least_squares(cusolverDnHandle_t handle) {
  const int m = 50, n = 20;
  const Dense a = well_conditioned<double>(m, n), b = any<double>(m, 2);
  Matrix<double> ma(a), mb(b), mx(any<double>(n, 2));
  Array<int> info(1);
  Array<double> work(1 << 17);
  Solver s;
  OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, CUSOLVER_R_64F, CUSOLVER_R_32F));
  OK(cusolverDnIRSParamsSetRefinementSolver(s.params, CUSOLVER_IRS_REFINE_CLASSICAL));
  std::size_t bytes = 0;
  OK(cusolverDnIRSXgels_bufferSize(handle, s.params, m, n, 2, &bytes));
  CHECK(bytes > 0 && bytes <= work.size * 8);
  int iterations = 0;
  OK(cusolverDnIRSXgels(handle, s.params, s.infos, m, n, 2, ma.device, ma.ld, mb.device, mb.ld,
                        mx.device, mx.ld, work.device, bytes, &iterations, info.device));
  CHECK(info.first() == 0);
  CHECK(largest(adjoint(a) * rest_of(a, mx.get(), b)) < 1e-10);
}

void what_is_not_set(cusolverDnHandle_t handle) {
  System<double> system(well_conditioned<double>(8, 8), 2);
  Solver s;
  int iterations = 0, most = 0;
  EXPECT_STATUS(system.solve(handle, s, iterations), CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
  OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, CUSOLVER_R_64F, CUSOLVER_C_32F));
  OK(cusolverDnIRSParamsSetRefinementSolver(s.params, CUSOLVER_IRS_REFINE_CLASSICAL));
  EXPECT_STATUS(system.solve(handle, s, iterations), CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
  OK(cusolverDnIRSParamsSetSolverPrecisions(s.params, CUSOLVER_R_64F, CUSOLVER_R_32F));
  OK(cusolverDnIRSParamsSetRefinementSolver(s.params, CUSOLVER_IRS_REFINE_NOT_SET));
  EXPECT_STATUS(system.solve(handle, s, iterations), CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE);
  OK(cusolverDnIRSParamsSetRefinementSolver(s.params, CUSOLVER_IRS_REFINE_GMRES));
  EXPECT_STATUS(system.solve(handle, s, iterations), CUSOLVER_STATUS_IRS_NOT_SUPPORTED);
  OK(cusolverDnIRSParamsGetMaxIters(s.params, &most));
  CHECK(most == 50);
  EXPECT_STATUS(cusolverDnIRSParamsSetMaxItersInner(s.params, 51),
                CUSOLVER_STATUS_IRS_PARAMS_INVALID);
  EXPECT_STATUS(cusolverDnIRSParamsSetTol(nullptr, 1), CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
  EXPECT_STATUS(cusolverDnIRSInfosGetNiters(nullptr, &most),
                CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  FOR_TYPES(precisions, handle, CUSOLVER_IRS_REFINE_CLASSICAL);
  FOR_TYPES(precisions, handle, CUSOLVER_IRS_REFINE_GMRES);
  tolerances(handle);
  failures(handle);
  least_squares(handle);
  what_is_not_set(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
