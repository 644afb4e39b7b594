#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A program with rights that its caller lacks believes no variable and uses no cache (AT_SECURE).
source "$(dirname "$0")/tool.sh"
[ "$(id -u)" = 0 ] || skip "only root can make a setuid program of another user"

cat > a.cu << 'EOF'
#include <cstdio>
__global__ void seven(int* out) { *out = 7; }
int main() {
  cudaDeviceProp facts;
  int* value;
  if (cudaGetDeviceProperties(&facts, 0) != cudaSuccess) return 1;
  cudaMallocManaged(&value, sizeof *value);
  seven<<<1, 1>>>(value);
  cudaDeviceSynchronize();
  std::printf("%s %d\n", facts.name, *value);
  return 0;
}
EOF
"$heddle" cc a.cu -o program
chmod 755 "$work"
usual=$(./program)
expect "variables count in a plain program" "$(HEDDLE_GPU=gtx1650 ./program | grep -c 1650)" 1
[ -n "$(ls cache/kernels)" ] || fail "a plain program uses the cache"
rm -r cache
mkdir -m 777 cache
chown 65534 program
chmod 4755 program
setpriv --no-new-privs true || true
code=0
answer=$(HEDDLE_GPU=gtx1650 HEDDLE_THREADS=nonsense HEDDLE_DUMP=$work/dump HEDDLE_LOG=launch TMPDIR=/nowhere \
  ./program 2> err) || code=$?
if [ $code = 2 ] && grep -q HEDDLE_THREADS err; then skip "setuid programs get no rights on this file system"; fi
[ $code != 127 ] || skip "the other user cannot read the library"
expect "the program" "$answer $code" "$usual 0"
expect "what it says" "$(cat err)" ""
expect "the cache" "$(ls -A cache)" ""
[ ! -e dump ] || fail "HEDDLE_DUMP counted"

# The driver looks for compilers where the system has them, not where a variable says.
cp "$heddle" tool && mkdir fake && printf '#!/bin/sh\necho fake; exit 9\n' > fake/ar && chmod 755 fake/ar
chown 65534 tool && chmod 4755 tool
mkdir -m 777 out
code=0
PATH=$work/fake NVCC_APPEND_FLAGS=-nonsense ./tool cc -lib -o out/x.a a.cu > err 2>&1 || code=$?
if grep -q "is neither in" err; then echo "note: the tool's copy finds no headers"; else
  expect "the driver" "$(cat err) $code" " 0"
fi
echo passed
