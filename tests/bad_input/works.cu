// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

int main() {
  bad::device_works("a good program");
  return bad::failures() != 0;
}
