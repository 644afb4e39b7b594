# SPDX-License-Identifier: Apache-2.0
"""Test suites of other projects, as their archives on PyPI hold them, run unchanged against build/: what `scripts/clients
--suites` does. Everything lies in FOLDER, and what is there already is not made again."""
import os
import pathlib
import subprocess
import sys
import tarfile
import xml.etree.ElementTree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLKIT = ROOT / "build/share/heddle/cuda"
# The last wheel of cuda-python that holds its tests; they are of the Python that it was made for.
CUDA_PYTHON = "cuda-python==12.6.0"
PYCUDA = "pycuda==2026.1"
TOOLS = ("numpy", "pytest", "pytest-timeout", "setuptools", "wheel", "packaging", "mako", "pytools", "platformdirs",
         "typing_extensions", "siphash24")


def environment(**more):
    kept = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "PYTHONPATH")}
    return kept | {"CUDA_ROOT": str(TOOLKIT), "PATH": f"{TOOLKIT}/bin:{kept['PATH']}",
                   "LD_LIBRARY_PATH": str(ROOT / "build/lib"), "PYCUDA_DISABLE_CACHE": "1"} | more


def call(*command, **how):
    subprocess.run(list(map(str, command)), check=True, **how)


def make_venv(folder):
    python = folder / "venv/bin/python"
    if not python.exists():
        call(sys.executable, "-m", "venv", folder / "venv")
        call(python, "-m", "pip", "install", "--quiet", *TOOLS)
    return python


def download(python, folder, package, *options):
    """The archive of `package`, unpacked."""
    name = package.split("=")[0].replace("-", "_")
    into = folder / name
    if not into.exists():
        call(python, "-m", "pip", "download", "--quiet", "--no-deps", *options, "-d", folder / "archives", package)
        archive = next((folder / "archives").glob(f"{name}-*"))
        opened = zipfile.ZipFile(archive) if archive.suffix == ".whl" else tarfile.open(archive)
        with opened:
            opened.extractall(into)
    return into


def cuda_python(python, folder):
    place = download(python, folder, CUDA_PYTHON)
    return place, place / "cuda/tests", environment(PYTHONPATH=str(place))


def pycuda(python, folder):
    place = next(download(python, folder, PYCUDA, "--no-binary", "pycuda").iterdir())
    # Built here, with the toolkit of this tree.
    if subprocess.run([python, "-c", "import pycuda"], cwd=folder, check=False, stderr=subprocess.DEVNULL).returncode:
        call(python, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", place, env=environment())
    return folder, place / "test", environment()


SUITES = ((CUDA_PYTHON, "`cuda/tests` in its wheel", cuda_python),
          (PYCUDA, "its source archive, built with Heddle's toolkit: `test`", pycuda))


def reason(case):
    """What Heddle said, or else the last line that says what was not so."""
    said = [line for line in (case.findtext("system-err") or "").split("\n") if line.startswith("heddle: ")]
    if said:
        return said[0].removeprefix("heddle: ")
    problem = case.find("failure") if case.find("failure") is not None else case.find("error")
    return (problem.get("message") or "no message").split("\n")[0][:120].replace("|", "\\|")


def run(python, folder, package, prepare):
    """(passed, failed, skipped, lines about those that failed)"""
    cwd, tests, env = prepare(python, folder)
    result = folder / f"{package.split('=')[0]}.xml"
    result.unlink(missing_ok=True)
    subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "300", "-o",
                    "junit_logging=system-err", f"--junitxml={result}", tests], cwd=cwd, env=env, check=False)
    counts, lines = {"passed": 0, "failed": 0, "skipped": 0}, []
    for case in xml.etree.ElementTree.parse(result).iter("testcase"):
        kind = "skipped" if case.find("skipped") is not None else "passed"
        if case.find("failure") is not None or case.find("error") is not None:
            kind = "failed"
            lines.append(f"- {package}, `{case.get('name')}`: {reason(case)}\n")
        counts[kind] += 1
    return *counts.values(), lines


def table(folder):
    folder.mkdir(parents=True, exist_ok=True)
    python = make_venv(folder)
    rows, failed = [], []
    for package, about, prepare in SUITES:
        passed, wrong, skipped, lines = run(python, folder, package, prepare)
        rows.append(f"| {package} | {about} | {passed} | {wrong} | {skipped} |\n")
        failed += lines
    head = "| suite | what is run | passed | failed | skipped |\n|---|---|---|---|---|\n"
    return head + "".join(rows) + "\nThe tests that fail, and what Heddle or the test says:\n\n" + "".join(failed)
