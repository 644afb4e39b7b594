#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test.sh PACKAGE [OPTIONS OF CMAKE]: what a CI system runs in a bare Debian 12 or 13, in the folder of a CMake project:
# installs Heddle's package, builds, and runs the tests. Ends with an error when one of them fails.
set -eu
package=$1
shift
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends "$package" cmake make
heddle doctor
cmake -S . -B build -DCMAKE_CUDA_COMPILER=heddle-nvcc "$@"
cmake --build build -j "$(nproc)"
ctest --test-dir build --output-on-failure --output-junit results.xml
