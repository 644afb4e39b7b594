#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# variables_are_read_in_one_place.sh <sources>: getenv() is called in support/environment.cpp only, which knows
# when variables do not count.
set -euo pipefail
cd "$1"
if grep -rnE '\b(secure_)?getenv\(' --include='*.cpp' --include='*.h' . | grep -v '^./support/environment.cpp:'; then
  echo "these read the environment by themselves: use support::variable()"
  exit 1
fi
# And the name of the place is still right.
grep -q 'std::getenv(' support/environment.cpp
