#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles each public header alone: in a .cu (device pass) and, with the host compiler, in a
# .cpp and (C interface) a .c. HEDDLE_TEST_LEVEL=nightly: the host pass of the .cu, too, and the .cpp in all standards. Arguments: <source root> <clang> <host C++ compiler> <host C compiler>.
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

# Every .cu has cuda_runtime.h, which is read once.
cuda="$clang -x cuda -nocudainc -nocudalib --cuda-path=$work -Xclang -target-sdk-version=12.8
  --cuda-gpu-arch=sm_90 -isystem $include -Wall -Werror -fsyntax-only"
device="--cuda-device-only --cuda-feature=+ptx87"
: >"$work/empty.cu"
$cuda $device -include cuda_runtime.h -Xclang -emit-pch -Xclang -fpch-instantiate-templates -Xclang -o -Xclang "$work/device.pch" "$work/empty.cu" &&
  $cuda --cuda-host-only -include cuda_runtime.h -Xclang -emit-pch -Xclang -fpch-instantiate-templates -Xclang -o -Xclang "$work/host.pch" \
    "$work/empty.cu" || exit 1
standards=c++11 nightly=
[ "${HEDDLE_TEST_LEVEL:-}" = nightly ] && standards="c++11 c++14 c++17 c++20" nightly=yes
count=0
for path in "$include"/*.h "$include"/*.hpp "$include"/nvfunctional "$include"/crt/*.h "$include"/cooperative_groups/*.h; do
  header=${path#"$include"/}
  grep -q '^#error' "$path" && continue # all that it has to say
  count=$((count + 1))
  printf '#include <%s>\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n' "$header" >"$work/a.cu"
  try "$header in a .cu, device" $cuda $device -include-pch "$work/device.pch" "$work/a.cu"
  [ -z "$nightly" ] || try "$header in a .cu, host" $cuda --cuda-host-only -include-pch "$work/host.pch" "$work/a.cu"
  # Another header may be the first that a host program sees.
  printf '#include <%s>\nint main() { return 0; }\n' "$header" >"$work/a.cpp"
  for std in $standards; do
    try "$header in a .cpp, $std" "$cxx" -std=$std -Wall -Wextra -Werror -I"$include" \
      -fsyntax-only "$work/a.cpp"
  done
  case $header in
  cuda_fp16.h | cuda_bf16.h | cuda_fp8.h | cuda_fp6.h | cuda_fp4.h | cooperative_groups.h | cooperative_groups/*.h | *.hpp) ;;
  *)
    cp "$work/a.cpp" "$work/a.c"
    try "$header in a .c" "$cc" -Wall -Werror -I"$include" -fsyntax-only "$work/a.c"
    ;;
  esac
done
# Programs have macros of one capital letter (-DN=1024), before all headers. With T and U NVIDIA's fail, too.
letters=
for letter in A B C D E F G H I J K L M N O P Q R S V W X Y Z; do letters="$letters -D$letter=1024"; done
{
  for header in cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h cuComplex.h \
    cuda_bf16.h cuda_fp16.h cuda_fp4.h cuda_fp6.h cuda_fp8.h cuda_pipeline.h cuda_profiler_api.h curand_kernel.h device_launch_parameters.h \
    math_constants.h mma.h nvfunctional vector_types.h; do
    echo "#include <$header>"
  done
} >"$work/letters.cu"
for pass in "$device" --cuda-host-only; do
  try "headers after macros of one letter, $pass" $cuda $pass $letters -std=c++17 -include cuda_runtime.h "$work/letters.cu"
done
echo "$count headers"
exit $failed
