# SPDX-License-Identifier: Apache-2.0
"""Makes a failing kernel smaller by leaving statements out while it still fails."""
import time


def reduce(harness, kernel, shape, setting, seconds):
    """The set of node ids that can be left out; gives up after `seconds`."""
    deadline = time.monotonic() + seconds

    def fails(removed):
        path = harness.compile([kernel], removed, "reduced")
        if not path:
            return False
        a = harness.run_oracle(harness.compile_oracle("reduced"), (kernel.name, shape), 20)
        b = harness.run(path, setting, (kernel.name, shape), 20)
        return a[0] == 0 and a[:2] != b[:2]

    removed = set()
    nodes = [n for n in kernel.root.walk() if n.removable]
    subtree = {n.id: {m.id for m in n.walk()} for n in nodes}
    nodes.sort(key=lambda n: -len(subtree[n.id]))
    for node in nodes:
        if time.monotonic() > deadline:
            break
        if node.id not in removed and fails(frozenset(removed | subtree[node.id])):
            removed |= subtree[node.id]
    harness.compile([kernel], frozenset(removed), "reduced")
    return removed
