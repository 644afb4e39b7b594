#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles each public header alone: in a .cu (device and host pass) and, with the host compiler, in a
# .cpp and (C interface) a .c. Arguments: <source root> <clang> <host C++ compiler> <host C compiler>.
set -u
include=$1/include clang=$2 cxx=$3 cc=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

try() { # label command...
  label=$1
  shift
  if ! "$@" >"$work/out" 2>&1; then
    echo "FAIL $label"
    head -20 "$work/out"
    failed=1
  fi
}

cuda="$clang -x cuda -nocudainc -nocudalib --cuda-path=$work -Xclang -target-sdk-version=12.8
  --cuda-gpu-arch=sm_90 -isystem $include -include cuda_runtime.h -Wall -Werror -fsyntax-only"
count=0
for path in "$include"/*.h "$include"/*.hpp "$include"/nvfunctional "$include"/crt/*.h "$include"/cooperative_groups/*.h; do
  header=${path#"$include"/}
  grep -q '^#error' "$path" && continue # all that it has to say
  count=$((count + 1))
  printf '#include <%s>\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n' "$header" >"$work/a.cu"
  try "$header in a .cu, device" $cuda --cuda-device-only --cuda-feature=+ptx87 "$work/a.cu"
  try "$header in a .cu, host" $cuda --cuda-host-only "$work/a.cu"
  # Another header may be the first that a host program sees.
  printf '#include <%s>\nint main() { return 0; }\n' "$header" >"$work/a.cpp"
  for std in c++11 c++20; do
    try "$header in a .cpp, $std" "$cxx" -std=$std -Wall -Wextra -Werror -I"$include" \
      -fsyntax-only "$work/a.cpp"
  done
  case $header in
  cuda_fp16.h | cuda_bf16.h | cuda_fp8.h | cooperative_groups.h | cooperative_groups/*.h | *.hpp) ;;
  *)
    cp "$work/a.cpp" "$work/a.c"
    try "$header in a .c" "$cc" -Wall -Werror -I"$include" -fsyntax-only "$work/a.c"
    ;;
  esac
done
echo "$count headers"
exit $failed
