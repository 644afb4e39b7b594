// SPDX-License-Identifier: Apache-2.0
// What txq and suq ask of an object (PTX ISA). Sizes are in texels; what an object has not, is 1
// of sizes and 0 of layers.
#include "devicelib/texture_words.h"

extern "C" __device__ int __heddle_texture_query(unsigned long long handle, int what, int level) {
  Descriptor* d = object_of(handle);
  const unsigned last = d->levels > 0 ? (unsigned)d->levels - 1 : 0, wanted = (unsigned)level;
  Level* at = &d->level[wanted < last ? wanted : last];
  switch (what) {
    case 0:
    case 1:
    case 2:
      return at->size[what];
    case 3:
      return d->layers;
    case 4:
      return d->levels;
    default:
      return d->normalized;
  }
}
