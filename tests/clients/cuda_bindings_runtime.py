# SPDX-License-Identifier: Apache-2.0
"""cuda.bindings.runtime: the module holds a runtime library of the vendor's of its own."""
from cuda.bindings import runtime

error, count = runtime.cudaGetDeviceCount()
assert error == runtime.cudaError_t.cudaSuccess, error
assert count >= 1
print("PASS")
