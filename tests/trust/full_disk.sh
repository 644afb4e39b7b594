#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a full disk a program is not kept, and runs; what cannot be compiled for that reason is one sentence and exit 2.
if [ "${IN_NAMESPACE:-}" != 1 ]; then
  unshare --mount true 2> /dev/null || { echo "skipped: no file system can be mounted here"; exit 77; }
  IN_NAMESPACE=1 exec unshare --mount "$0" "$@"
fi
source "$(dirname "$0")/tool.sh"
mkdir small
trap 'cd /; umount "$work/small" 2> /dev/null; rm -rf "$work"' EXIT
mount -t tmpfs -o size=20k none small || skip "no file system can be mounted here"
chmod 755 small

echo 'extern "C" int puts(const char*); int main() { puts("ran"); return 3; }' > a.cu
code=0
HEDDLE_CACHE_DIR=$work/small "$heddle" run a.cu > out 2> err || code=$?
expect "the program" "$(cat out) $code" "ran 3"
expect "its sentence" "$(cat err)" \
  "heddle: the program is not kept in '$work/small': No space left on device"
expect "left there" "$(find small -type f)" ""

head -c 50000 /dev/zero > small/full 2> /dev/null || true
code=0
"$heddle" cc a.cu -o small/a > out 2> err || code=$?
expect "exit code of cc" $code 2
expect "its sentence" "$(cat err)" "heddle: no space left in 'small'"

code=0
TMPDIR=$work/small "$heddle" cc a.cu -o a > out 2> err || code=$?
expect "exit code of cc without room for temporary files" $code 2
expect "its sentence" "$(cat err)" "heddle: no space left in '$(sed "s/.*'\(.*\)'/\1/" err)'"
case $(cat err) in *"'$work/small"*) ;; *) fail "which disk: $(cat err)" ;; esac
echo passed
