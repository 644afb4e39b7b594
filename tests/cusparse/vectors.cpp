// SPDX-License-Identifier: Apache-2.0
// Sparse vectors with dense ones: cusparseAxpby, Gather, Scatter, Rot, SpVV.
#include "cusparse_test.h"

template <class T, class W, class I>
void all(cusparseHandle_t handle, int size, int nnz) {
  const int base = pick(0, 1);
  std::vector<int> order(size);
  for (int i = 0; i < size; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random_engine());
  order.resize(nnz);
  std::sort(order.begin(), order.end());
  std::vector<I> at;
  for (int i : order) at.push_back(static_cast<I>(i + base));
  Device<I> indices(at);
  DenseOnDevice<T> x(nnz, 1), y(size, 1);
  cusparseSpVecDescr_t sparse;
  OK(cusparseCreateSpVec(&sparse, size, nnz, indices.at, x.device.at, index_type<I>(),
                         static_cast<cusparseIndexBase_t>(base), type_of<T>()));
  {
    const auto op =
        is_complex<T> ? CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    Scalar<W> result(handle, number<W>());
    std::size_t bytes = 0;
    OK(cusparseSpVV_bufferSize(handle, op, sparse, y.vector, result.at(), type_of<W>(), &bytes));
    Buffer buffer(bytes);
    OK(cusparseSpVV(handle, op, sparse, y.vector, result.at(), type_of<W>(), buffer.at));
    Big sum = 0;
    for (int k = 0; k < nnz; ++k) sum += std::conj(big(x.host[k])) * big(y.host[order[k]]);
    if (!(std::abs(big(result.get()) - sum) <= bound<W>() * (100 + nnz))) {
      std::printf("SpVV is %g, not %g\n", big(result.get()).real(), sum.real());
      std::exit(1);
    }
  }
  Dense dense_x = x.dense(), dense_y = y.dense();
  {
    Scalar<W> alpha(handle, number<W>()), beta(handle, pick(0, 2) ? number<W>() : small<W>(Big(1)));
    OK(cusparseAxpby(handle, alpha.at(), sparse, beta.at(), y.vector));
    for (int i = 0; i < size; ++i) dense_y(i, 0) *= big(beta.value);
    for (int k = 0; k < nnz; ++k) dense_y(order[k], 0) += big(alpha.value) * dense_x(k, 0);
    y.compare("Axpby", dense_y, 50);
    dense_y = y.dense();
  }
  {
    // The sine of complex numbers is real here: what a conjugate would be is not documented.
    Scalar<W> c(handle, small<W>(Big(0.75))), s(handle, small<W>(Big(0.5)));
    OK(cusparseRot(handle, c.at(), s.at(), sparse, y.vector));
    for (int k = 0; k < nnz; ++k) {
      const Big a = dense_x(k, 0), b = dense_y(order[k], 0);
      dense_x(k, 0) = 0.75 * a + 0.5 * b;
      dense_y(order[k], 0) = 0.75 * b - 0.5 * a;
    }
    x.compare("Rot, x", dense_x, 50), y.compare("Rot, y", dense_y, 50);
    dense_y = y.dense();
  }
  OK(cusparseGather(handle, y.vector, sparse));
  for (int k = 0; k < nnz; ++k) dense_x(k, 0) = dense_y(order[k], 0);
  x.compare("Gather", dense_x);
  for (T& value : x.host) value = number<T>();
  x.device.up(x.host);
  OK(cusparseScatter(handle, sparse, y.vector));
  for (int k = 0; k < nnz; ++k) dense_y(order[k], 0) = big(x.host[k]);
  y.compare("Scatter", dense_y);
  OK(cusparseDestroySpVec(sparse));
}

template <class T, class W>
void sizes(cusparseHandle_t handle) {
  all<T, W, int>(handle, 40, 17);
  all<T, W, int64_t>(handle, 1000, 999);
  all<T, W, int>(handle, 5, 0);
  all<T, W, int>(handle, 40000, 30000);
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    sizes<float, float>(handle);
    sizes<double, double>(handle);
    sizes<cuComplex, cuComplex>(handle);
    sizes<cuDoubleComplex, cuDoubleComplex>(handle);
    all<__half, float, int>(handle, 40, 17);
    all<__nv_bfloat16, float, int>(handle, 40, 17);
  });
  std::printf("passed\n");
}
