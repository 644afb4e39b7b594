# SPDX-License-Identifier: Apache-2.0
"""The programs of Rodinia that have an OpenMP version, at sizes that both versions take, for bench/suite.

How they are built and who says that a result is right is in tests/compat/rodinia.py. Here stand the OpenMP
versions that it does not need, and other sizes where its own end too soon to be timed."""
from dataclasses import dataclass
from typing import Callable, Optional

import rodinia_inputs as inputs
from verified import Side


@dataclass(frozen=True)
class Timed:
    name: str  # of tests/compat/rodinia.py
    ours: str = ""  # command, where it is another; {threads} may stand in both
    openmp: str = ""
    other: Optional[Side] = None  # the OpenMP version, where tests/compat has none
    inputs: Optional[Callable] = None  # where they are others
    longer: Optional[tuple[str, str]] = None  # both commands once the result is checked, where the check has a size


def openmp(folder, build, command, edits=()):
    return Side(f"openmp/{folder}", (build,), command, edits)


SEED = (("ex_particle_OPENMP_seq.c", "time(0)", "7"),)

ROWS = (
    Timed("b+tree", openmp="./program cores {threads} file {data}/keys.txt command {data}/commands.txt"),
    Timed("backprop", "./program 65536", "./program 65536"),
    Timed("bfs", openmp="./program {threads} {data}/graph.txt", inputs=lambda data: inputs.graph(data, 1 << 18)),
    Timed("cfd/euler3d", openmp="./program {data}/mesh.txt"),
    Timed("cfd/euler3d_double", openmp="./program {data}/mesh.txt"),
    Timed("cfd/pre_euler3d", openmp="./program {data}/mesh.txt"),
    Timed("cfd/pre_euler3d_double", openmp="./program {data}/mesh.txt"),
    Timed("heartwall", openmp="./program {data}/film.avi 5 {threads}"),
    Timed("hotspot", other=openmp("hotspot", "g++ -w -O2 -fopenmp hotspot_openmp.cpp -o program",
                                  "./program 256 256 10 {threads} {data}/temperature.txt {data}/power.txt output.txt"),
          longer=("./program 256 2 1000 {data}/temperature.txt {data}/power.txt output.txt",
                  "./program 256 256 1000 {threads} {data}/temperature.txt {data}/power.txt output.txt")),
    Timed("hotspot3D", other=openmp("hotspot3D", "gcc -w -O3 -fopenmp 3D.c -o program -lm",
                                    "./program 256 8 20 {data}/power.txt {data}/temperature.txt output.txt")),
    Timed("kmeans", openmp="./program -n {threads} -i {data}/points.txt"),
    Timed("lavaMD", "./program -boxes1d 8", "./program -cores {threads} -boxes1d 8"),
    Timed("leukocyte", openmp="./program 2 {threads} {data}/cells.avi"),
    Timed("lud", other=openmp("lud", "g++ -w -O3 -fopenmp -I common omp/lud.c omp/lud_omp.c common/common.c -o program -lm",
                              "./program -n {threads} -s 512")),
    Timed("nn", other=openmp("nn", "gcc -w -O3 -fopenmp nn_openmp.c -o program -lm",
                             "sh -c 'cd {data} && ../other/openmp/nn/program list.txt 5 30 90'")),
    Timed("nw", "./program 2048 10", "./program 2048 10 {threads}"),
    Timed("particlefilter/naive", other=openmp("particlefilter", "gcc -w -O3 -ffast-math -fopenmp ex_particle_OPENMP_seq.c -o "
                                               "program -lm", "./program -x 128 -y 128 -z 10 -np 4096", SEED)),
    Timed("particlefilter/float", other=openmp("particlefilter", "gcc -w -O3 -ffast-math -fopenmp ex_particle_OPENMP_seq.c -o "
                                               "program -lm", "./program -x 128 -y 128 -z 10 -np 4096", SEED)),
    Timed("pathfinder", "./program 100000 100 20", "./program 100000 100"),
    Timed("srad/srad_v1", openmp="./program 100 0.5 502 458 {threads}"),
    Timed("srad/srad_v2", "./program 1024 1024 0 127 0 127 0.5 20", "./program 1024 1024 0 127 0 127 {threads} 0.5 20"),
    Timed("streamcluster", openmp="./program 10 20 64 8192 8192 1000 none output.txt {threads}"),
)
