# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts of this folder, which are called as `script <heddle> <folder of the tests>`: an empty work
# folder, gone at the end, with the cache in it.
set -euo pipefail
heddle=$1
tests=$2
work=$(mktemp -d /tmp/heddle-trust-XXXXXX)
cd "$work"
trap 'cd /; rm -rf "$work"' EXIT
export HEDDLE_CACHE_DIR=$work/cache XDG_CACHE_HOME="" HEDDLE_THREADS=1

fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "skipped: $*"; exit 77; }
# expect <what> <got> <wanted>
expect() { [ "$2" = "$3" ] || fail "$1: got '$2', wanted '$3'"; }
