# SPDX-License-Identifier: Apache-2.0
"""What heddle.torch makes of torch.utils.cpp_extension, with a stand-in for that (fake/)."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake"))
os.environ.pop("TORCH_CUDA_ARCH_LIST", None)
os.environ.pop("CUDA_LAUNCH_BLOCKING", None)

import heddle  # noqa: E402
import heddle.torch  # noqa: E402
from torch.utils import cpp_extension as extension  # noqa: E402


class Package(unittest.TestCase):
    def test_toolkit_is_there(self):
        self.assertTrue(os.access(os.path.join(heddle.toolkit, "bin", "nvcc"), os.X_OK))
        self.assertTrue(os.path.exists(os.path.join(heddle.torch.TOOLKIT_LIBRARIES, "libheddle_torch.a")))
        self.assertTrue(os.path.exists(os.path.join(heddle.torch.LIBRARIES, "libheddle.so")))
        self.assertEqual(extension.CUDA_HOME, heddle.toolkit)
        self.assertEqual(os.environ["CUDA_LAUNCH_BLOCKING"], "1")

    def test_headers_come_first(self):
        for cuda in "cuda", True:
            paths = extension.include_paths(cuda)
            self.assertTrue(os.path.exists(os.path.join(paths[0], "c10", "cuda", "CUDAGuard.h")))
            self.assertEqual(paths[1:], ["/torch/include", heddle.toolkit + "/include"])
        self.assertEqual(extension.include_paths(device_type="cuda")[1], "/torch/include")
        self.assertEqual(extension.include_paths(), ["/torch/include"])
        self.assertEqual(extension.include_paths("cpu"), ["/torch/include"])

    def test_links_heddle_instead_of_the_gpu_libraries(self):
        flags = extension._prepare_ldflags(["-lmine"], True, False, False)
        self.assertEqual(flags[:4], ["-lmine", "-L/torch/lib", "-lc10", "-ltorch_python"])
        self.assertIn("-lheddle_torch", flags)
        self.assertEqual([f for f in flags if "cuda" in f and not f.startswith("-L")], [])
        self.assertEqual(extension._prepare_ldflags([], False, False, False), ["-L/torch/lib", "-lc10", "-ltorch_python"])
        self.assertIn("-lheddle_torch", extension._prepare_ldflags([], with_cuda=True, verbose=False, is_standalone=False))

    def test_architecture_is_the_devices_unless_asked_for(self):
        self.assertEqual(extension._get_cuda_arch_flags(["-O3"]), [])
        self.assertEqual(extension._get_cuda_arch_flags(["-arch=sm_80"]), ["asked"])
        self.assertEqual([heddle.torch.says_cpp14(v) for v in ("1.13.0a0", "2.0.1", "2.1.0", "2.15.0+cu132")],
                         [True, True, False, False])
        heddle.torch.SAYS_CPP14 = True
        self.assertEqual(extension._get_cuda_arch_flags(["-O3"]), ["-std=c++17"])
        self.assertEqual(extension._get_cuda_arch_flags(["-std=c++20"]), [])
        heddle.torch.SAYS_CPP14 = False
        os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0"
        self.assertEqual(extension._get_cuda_arch_flags(), ["asked"])
        del os.environ["TORCH_CUDA_ARCH_LIST"]

    def test_setup_extensions(self):
        cuda = extension.Extension(["c10", "torch", "cudart", "c10_cuda", "torch_cuda", "cublas"])
        plain = extension.Extension(["c10", "torch"])
        self.assertEqual(extension.BuildExtension([cuda, plain]).build_extensions(), "built")
        self.assertEqual(cuda.libraries, ["c10", "torch", "cublas", "heddle_torch", "dl"])
        self.assertEqual(cuda.library_dirs, [heddle.torch.TOOLKIT_LIBRARIES])
        self.assertEqual(cuda.runtime_library_dirs, [heddle.torch.LIBRARIES])
        self.assertEqual((plain.libraries, plain.library_dirs), (["c10", "torch"], []))

    def test_runs_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program.py")
            with open(program, "w") as file:
                file.write("import sys, beside\nfrom torch.utils import cpp_extension\n"
                           "print(__name__, sys.argv[1:], beside.word, cpp_extension.CUDA_HOME is not None)\n")
            with open(os.path.join(folder, "beside.py"), "w") as file:
                file.write("word = 'here'\n")
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            for words, folder_of in ([program, "-x"], None), (["-m", "program", "-x"], folder):
                done = subprocess.run([sys.executable, "-m", "heddle.torch", *words], cwd=folder_of, env=environment,
                                      capture_output=True, text=True)
                self.assertEqual((done.stdout, done.returncode), ("__main__ ['-x'] here True\n", 0), done.stderr)
            done = subprocess.run([sys.executable, "-m", "heddle.torch"], env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("usage: python -m heddle.torch", done.stderr)


unittest.main()
