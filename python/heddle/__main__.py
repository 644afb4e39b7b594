# SPDX-License-Identifier: Apache-2.0
from heddle import main

main()
