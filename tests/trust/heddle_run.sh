#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The cache of `heddle run`: what is damaged is made anew, what others could have written is not used, what
# cannot be kept is said and run all the same.
source "$(dirname "$0")/tool.sh"

echo 'extern "C" int puts(const char*); int main() { puts("ran"); return 3; }' > a.cu
run() {  # the program's output and exit code, then what stands on stderr
  local code=0
  "$heddle" run a.cu > out 2> err || code=$?
  answer="$(cat out)$code"
  sentences=$(cat err)
}
umask 0
mkdir tmp && chmod 700 tmp
export TMPDIR=$work/tmp
run
expect "the first run" "$answer$sentences" "ran3"
[ -z "$(find cache ! -type d -perm /077 -o -type d ! -perm 700)" ] || fail "modes: $(find cache -printf '%m %p\n')"
entry=$(echo cache/programs/*)
for damage in "truncate -s 3000" "truncate -s 0" "rm" "chmod 600"; do
  $damage "$entry/program"
  run
  expect "after $damage" "$answer$sentences" "ran3"
done
printf 'X' | dd of="$entry/program" bs=1 seek=9000 conv=notrunc status=none
run
expect "a byte was changed" "$answer$sentences" "ran3"
echo 'garbage' > "$entry/manifest"
run
expect "a manifest of garbage" "$answer$sentences" "ran3"
expect "one entry" "$(ls cache/programs | wc -l)" 1

# The bound holds for programs, too.
HEDDLE_CACHE_SIZE=1K run
expect "no room for one program" "$answer$sentences" "ran3"
HEDDLE_CACHE_SIZE=0 run
expect "no cache wanted" "$answer$sentences" "ran3"

# Each of these leaves nothing but the folder of the last program that ran, for the next one to remove.
chmod 777 cache
for _ in 1 2 3; do run; done
expect "others can write to it" "$answer$sentences" \
  "ran3heddle: the cache is not used: '$work/cache' can be written by others (chmod go-w)"
chmod 700 cache
ln -s "$work/cache" link
HEDDLE_CACHE_DIR=$work/link run
expect "a link" "$answer$sentences" "ran3heddle: the cache is not used: '$work/link' is a link"
touch file
HEDDLE_CACHE_DIR=$work/file run
expect "a file" "$answer$sentences" "ran3heddle: the program is not kept in '$work/file': Not a directory"
[ "$(ls tmp | wc -l)" -le 1 ] || fail "left behind: $(ls tmp)"
run
expect "the cache is good again" "$answer$sentences" "ran3"
echo >> a.cu
run
expect "what was left behind is gone" "$(ls tmp)" ""

# Temporary files, too, go where nobody can exchange them.
chmod 777 tmp
echo >> a.cu
run
expect "a hostile TMPDIR" "$answer$sentences" \
  "ran3heddle: no temporary files in '$work/tmp': '$work/tmp' can be written by others (chmod go-w)"
chmod 700 tmp

if [ "$(id -u)" = 0 ]; then
  chown 65534 cache
  run
  expect "another user's cache" "$answer$sentences" \
    "ran3heddle: the cache is not used: '$work/cache' belongs to user 65534"
  chown 0 cache
  entry=$(echo cache/programs/*)
  chown 65534 "${entry%% *}"/program cache/programs/*/program
  run
  expect "another user's entry" "${answer}${sentences%% \'*}" "ran3heddle: the cache is not used:"
  run
  expect "it was made anew" "$answer$sentences" "ran3"
fi
echo passed
