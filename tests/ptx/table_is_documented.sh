#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# table_is_documented.sh <list_ptx_instructions> <language.md>: the document has each row of the
# table word for word, and no row that the table has not.
set -euo pipefail
diff <("$1") <(sed -n '/^## Inline PTX/,/^## [^I]/p' "$2" | grep '^| `') && echo "all rows are documented"
