# SPDX-License-Identifier: Apache-2.0
# Sourced: an empty work folder, gone at the end, and words for what is wanted.
set -euo pipefail
work=$(mktemp -d /tmp/heddle-packages-XXXXXX)
trap 'cd /; rm -rf "$work"' EXIT
fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "skipped: $*"; exit 77; }
# expect <what> <got> <wanted>; holds <what> <text> <part>
expect() { [ "$2" = "$3" ] || fail "$1: got '$2', wanted '$3'"; }
holds() { case $2 in *"$3"*) ;; *) fail "$1: '$2' has no '$3'" ;; esac; }
