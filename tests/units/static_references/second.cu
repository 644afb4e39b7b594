// SPDX-License-Identifier: Apache-2.0
#include "references.h"

int failures_of_second() {
  return failures(100);
}
