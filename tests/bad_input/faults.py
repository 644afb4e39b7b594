# SPDX-License-Identifier: Apache-2.0
"""What each program of this folder must say on stderr: block and thread, None where any is right."""
from dataclasses import dataclass


@dataclass
class Fault:
    name: str
    block: tuple = None
    thread: tuple = None
    line: bool = True  # one line "heddle: kernel faulty..." is expected
    marker: str = "// FAULT"  # on the line to be named
    lines: int = 1  # how many lines, ending there, may be named
    says: str = ""  # where no thread is at fault: what the one line contains instead of all this
    also: str = ""  # one more line, before it, contains this
    options: tuple = ()  # of heddle cc
    settings: tuple = ()  # these only: what takes seconds by its nature, and does not hang on the code made


FAULTS = [
    Fault("out_of_bounds_write", (1, 0, 0), (37, 0, 0)),
    Fault("null_dereference", (0, 0, 0), (45, 0, 0)),
    Fault("fault_in_function", None, None),
    Fault("uniform_fault", None, None),
    Fault("fault_in_jammed_warps", (0, 0, 0), (0, 21, 0)),
    Fault("fault_in_jammed_additions", (3, 0, 0), (170, 0, 0)),
    Fault("fault_in_deferred_additions", (3, 0, 0), (37, 0, 0)),
    Fault("fault_in_prefetched_load", (30, 0, 0), (0, 0, 0)),
    Fault("stack_overflow", None, None, lines=5),
    Fault("alloca_too_large", (0, 0, 0), (37, 0, 0)),
    Fault("grid_barrier_in_plain_launch", None, None),
    Fault("block_gone_at_grid_barrier", says="block (4,0,0) has ended without coming to it"),
    Fault("fault_between_grid_barriers", (3, 0, 0), (5, 0, 0)),
    Fault("endless_wait_in_loop", (2, 0, 0), None),
    Fault("endless_lock", (0, 0, 0), None),
    Fault("endless_wait_for_later_block", None, None),
    Fault("endless_wait_in_cooperative_launch", (4, 0, 0), (35, 0, 0)),
    Fault("warps_at_different_barriers", None, None, lines=5),
    Fault("slow_waits_end", line=False, settings=("default", "one-thread", "reference")),
    Fault("cluster_block_left", None, None),
    Fault("cluster_rank_out_of_range", (1, 0, 0), (37, 0, 0)),
    # The reference makes a product outside of kernel code, for all threads of a warp: it knows no line.
    Fault("wgmma_descriptor", (1, 0, 0), None, lines=2, settings=("default", "one-thread", "avx2", "baseline", "fiber")),
    Fault("tensor_copy_without_map", (0, 0, 0), (37, 0, 0), lines=2),
    Fault("tensor_copy_misaligned", (0, 0, 0), (37, 0, 0), lines=2),
    Fault("tensor_copy_coordinate", (0, 0, 0), (37, 0, 0), lines=2),
    Fault("tensor_copy_below", (0, 0, 0), (37, 0, 0), lines=2),
    Fault("trap", (0, 0, 0), (38, 0, 0)),
    Fault("host_function", (0, 0, 0), None),
    Fault("host_function_of_some_lanes", (0, 0, 0), (38, 0, 0)),
    Fault("null_function", (0, 0, 0), (37, 0, 0)),
    Fault("virtual_table_of_host", (0, 0, 0), None, settings=("default", "avx2", "reference")),
    Fault("assertion", (1, 0, 0), (5, 1, 0), marker="// ASSERT"),
    Fault("division_by_zero", line=False),
    Fault("launch_errors", line=False),
    Fault("cooperative_launch_errors", line=False),
    Fault("cluster_launch_errors", line=False),
    Fault("fault_of_launched_kernel", (1, 0, 0), (3, 0, 0), options=("-rdc=true",)),
    Fault("local_memory_given_to_child", (0, 0, 0), (0, 0, 0), options=("-rdc=true",),
          also="is given a pointer to local or shared memory"),
]
SETTINGS = ["default", "one-thread", "avx2", "baseline", "fiber", "reference"]
