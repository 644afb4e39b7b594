# SPDX-License-Identifier: Apache-2.0
# An ordinary one, which does not know of Heddle: `python -m heddle.torch setup.py build_ext --inplace`.
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="ramps", ext_modules=[CUDAExtension("ramps", ["bind.cpp", "ramps.cu"])], cmdclass={"build_ext": BuildExtension})
