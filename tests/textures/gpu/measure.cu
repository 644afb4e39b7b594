// SPDX-License-Identifier: Apache-2.0
// What a GPU's texture units answer, as data: each set of lookups is written to FOLDER/sets.bin as
// its name, its inputs and its results (tests/textures/gpu/run). nvcc -arch=sm_90 measure.cu &&
// ./a.out FOLDER
#include "addresses.h"
#include "cubemaps.h"
#include "faults.h"
#include "filters.h"
#include "formats.h"
#include "gathers.h"
#include "levels.h"
#include "refusals.h"
#include "surfaces.h"
#include "weights.h"

int main(int argc, char** argv) {
  std::string folder = argc > 1 ? argv[1] : ".";
  sets = fopen((folder + "/sets.bin").c_str(), "wb");
  notes = fopen((folder + "/notes.txt").c_str(), "w");
  if (!sets || !notes) return 1;
  if (argc > 2) {
    fault(argv[2]);
    return fclose(notes);
  }
  weights();
  fprintf(stderr, "weights\n");
  filters();
  fprintf(stderr, "filters\n");
  formats();
  fprintf(stderr, "formats\n");
  addresses();
  fprintf(stderr, "addresses\n");
  gathers();
  mipmaps();
  fprintf(stderr, "mipmaps\n");
  cubes();
  surfaces();
  fprintf(stderr, "surfaces\n");
  refusals();
  fclose(sets);
  fclose(notes);
  return 0;
}
