# SPDX-License-Identifier: Apache-2.0
"""What gdb learns about Heddle's kernels (libheddle.so-gdb.py)."""
