// SPDX-License-Identifier: Apache-2.0
// gallery/gemm.cu and, when the first argument is "edges", gallery/gemm/edges.cu: they have the
// same kernels, which are compiled once here.
#include <string>

#define main ladder
#include "gemm.cu"
#undef main
#define main edges
#include "gemm/edges.cu"
#undef main

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "edges") return edges(argc - 1, argv + 1);
  return ladder(argc, argv);
}
