# SPDX-License-Identifier: Apache-2.0
"""CUDAExtension in a setup.py that does not know of Heddle; nor does this, which uses it."""
import torch
import ramps

for kind in torch.float32, torch.float64, torch.int32, torch.int64:
    data = torch.arange(1000, dtype=kind)
    for _ in range(20):  # used at once
        got = ramps.add_ramp(data)
        assert torch.equal(got, data * 4), (kind, got)
print("PASS")
