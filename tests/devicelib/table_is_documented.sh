#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/math.md must hold the bounds that the accuracy test enforces: each row of --table, as it is.
# Arguments: <accuracy test> <docs/math.md>.
"$1" --table | while IFS= read -r row; do
  grep -qxF "$row" "$2" || { echo "docs/math.md lacks: $row"; exit 1; }
done
