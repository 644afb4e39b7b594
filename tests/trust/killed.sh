#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver that is killed alone leaves no compiler behind, and what it leaves on the disk the next run removes.
source "$(dirname "$0")/tool.sh"
export TMPDIR=$work/tmp
mkdir -m 700 tmp

# Compilers that are given this file read it for ever.
mkfifo endless.h
echo '#include "endless.h"' > a.cu
compilers() { pgrep -f "$work/a.cu|heddle-unit-$$" || true; }
for signal in KILL TERM; do
  "$heddle" cc -c "$work/a.cu" -o "$work/a.o" 2> /dev/null &
  driver=$!
  for _ in $(seq 200); do
    [ "$(compilers | wc -l)" -ge 3 ] && break
    sleep 0.05
  done
  [ "$(compilers | wc -l)" -ge 3 ] || fail "no compilers: $(compilers)"
  kill -$signal $driver
  wait $driver 2> /dev/null || true
  for _ in $(seq 200); do
    [ -z "$(compilers)" ] && break
    sleep 0.05
  done
  expect "compilers after $signal" "$(compilers)" ""
done
expect "one folder each, or none" "$(($(ls tmp | wc -l) <= 2))" 1
echo 'int main() {}' > b.cu
"$heddle" cc -c b.cu
expect "left on the disk" "$(ls tmp)" ""
echo passed
