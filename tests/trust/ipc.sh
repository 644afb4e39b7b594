#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles and runs ipc_between_users.cu.
source "$(dirname "$0")/tool.sh"
chmod 755 "$work"
"$heddle" cc "$tests/trust/ipc_between_users.cu" -o program
./program
