#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""suite_test BENCH: what bench/suite preloads tells the parallel part of a program from the rest; what it cannot run it
says."""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(sys.argv[1])

# Sleeps before, between and behind two regions, the second of which asks for 7 threads.
PROGRAM = r'''
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int threads = 0;
  usleep(200000);
#pragma omp parallel
  usleep(20000);
  usleep(50000);
  omp_set_num_threads(7);
#pragma omp parallel for schedule(dynamic) reduction(max : threads)
  for (int i = 0; i < 8; ++i) threads = omp_get_num_threads();
  usleep(200000);
  printf("%d\n", threads);
}
'''


def check(what, condition):
    if not condition:
        sys.exit(f"suite_test: {what}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "p.c").write_text(PROGRAM)
        subprocess.run(["gcc", "-O1", "-fopenmp", folder / "p.c", "-o", folder / "p"], check=True)
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", BENCH / "harness" / "span.c",
                        "-o", folder / "span.so"], check=True)
        env = {**os.environ, "LD_PRELOAD": str(folder / "span.so"), "SPAN": str(folder / "span"), "OMP_NUM_THREADS": "2"}
        begin = time.monotonic()
        done = subprocess.run([folder / "p"], env=env, capture_output=True, text=True)
        whole = time.monotonic() - begin
        clock, cpu, regions = map(float, (folder / "span").read_text().split())
        check("two regions are counted", regions == 2)
        check("what lies between them counts", clock >= 0.07)
        check("what lies before and behind them does not", clock <= whole - 0.4)
        check("who sleeps is not on a CPU", cpu < 0.05)
        check(f"the number of threads is the one of the suite, not 7: {done.stdout}", done.stdout == "2\n")
        for words, sentence in (([name], "no checkout of gpu-rodinia"),):
            bad = subprocess.run([BENCH / "suite", *words], capture_output=True, text=True)
            check("no checkout: one sentence, exit 2", bad.returncode == 2 and sentence in bad.stderr
                  and bad.stderr.count("\n") == 1)


main()
