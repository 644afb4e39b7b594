// SPDX-License-Identifier: Apache-2.0
// C = A B for matrices in files, .bin (spec/002) or .npy. Without files it writes random ones,
// reads them back and goes on with those.
#include <cstdlib>

#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "common/matrix_file.h"
#include "kernels/matmul_bounds.cuh"

using gallery::HostMatrix;

static HostMatrix multiply(const HostMatrix& a, const HostMatrix& b) {
  gallery::DeviceArray<float> d_a(a.values), d_b(b.values);
  gallery::DeviceArray<float> d_c(std::size_t(a.rows) * b.columns);
  dim3 tpb(32, 32);
  dim3 blocks(gallery::ceil_div(b.columns, 32), gallery::ceil_div(a.rows, 32));
  tiled_matmul_kernel<32>
      <<<blocks, tpb>>>(d_c.get(), d_a.get(), d_b.get(), a.rows, b.columns, a.columns);
  CUDA_CHECK(cudaGetLastError());
  return {a.rows, b.columns, d_c.to_host()};
}

// What is written must be what is read, in both formats.
static HostMatrix random_file(gallery::Program& program, const std::string& path, int rows,
                              int columns) {
  const HostMatrix made{rows, columns,
                        gallery::random_floats(std::size_t(rows) * columns, program.seed(rows))};
  gallery::write_matrix(path, made);
  HostMatrix read = gallery::read_matrix(path);
  gallery::Check check = gallery::check_equal(read.values, made.values);
  check.pass = check.pass && read.rows == rows && read.columns == columns;
  program.row("write, read " + path.substr(path.rfind('/') + 1), gallery::by(rows, columns), check);
  return read;
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_files", "C = A B, matrices in .bin or .npy files");
  const std::string a_path = program.text("a", "", "file of A");
  const std::string b_path = program.text("b", "", "file of B");
  const std::string c_path = program.text("c", "", "file that C is written to");
  const char* temporary = std::getenv("TMPDIR");
  const std::string folder =
      program.text("dir", temporary ? temporary : "/tmp", "where random matrices are written");
  const int m = program.integer("m", 300, 1, 32768, "rows of a random A");
  const int n = program.integer("n", 200, 1, 32768, "columns of a random B");
  const int k = program.integer("k", 100, 1, 32768, "columns of a random A, rows of B");
  program.start();
  if (a_path.empty() != b_path.empty()) program.usage_error("--a and --b go together");

  try {
    HostMatrix a, b;
    if (a_path.empty()) {
      a = random_file(program, folder + "/heddle_gallery_a.bin", m, k);
      b = random_file(program, folder + "/heddle_gallery_b.npy", k, n);
    } else {
      a = gallery::read_matrix(a_path);
      b = gallery::read_matrix(b_path);
    }
    if (a.columns != b.rows)
      program.usage_error("A is " + gallery::by(a.rows, a.columns) + ", B is " +
                          gallery::by(b.rows, b.columns) + ": they cannot be multiplied");
    const HostMatrix c = multiply(a, b);
    const gallery::MatmulReference reference(a.rows, b.columns, a.columns, a.values, b.values);
    program.row("tiled_matmul_kernel<32>", gallery::by(a.rows, b.columns, a.columns),
                reference.check(c.values));
    if (!c_path.empty()) gallery::write_matrix(c_path, c);
  } catch (const std::runtime_error& error) {
    program.usage_error(error.what());
  }
  return program.finish();
}
