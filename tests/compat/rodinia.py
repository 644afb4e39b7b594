# SPDX-License-Identifier: Apache-2.0
"""The programs of yuhc/gpu-rodinia: how each is built, what it is given, and who says that its result is right."""
import rodinia_inputs as inputs
import rodinia_results as results
from verified import Side, Verified, build_and_run  # noqa: F401

NAME = "yuhc/gpu-rodinia"
COLUMNS = ("input", "verified")
ABOUT = """Built with `heddle cc -O3` from the sources that each program's Makefile names (C files with gcc, as there), without
its `-arch` of old GPUs; the OpenMP versions with g++. The corpus comes without data: inputs are made by
`tests/compat/rodinia_inputs.py`, or by the programs themselves. Where sources are changed before they are built, the
table says what for, `tests/compat/rodinia.py` says what."""

OPENMP = "the OpenMP version, "
GCC = "gcc -w -O3 -c "
CC = "{heddle} cc -w -O3 "


def is_here(checkout):
    return (checkout / "cuda" / "bfs" / "bfs.cu").is_file()


def cells_of_mesh(name, kind):
    """cfd: one source each, and the same name with _cpu in the OpenMP folder."""
    source, _, double = name.partition("_double")
    other = source + "_cpu" + ("_double" if kind == "double" else "")
    return Verified(
        f"cfd/{name}",
        Side("cuda/cfd", (CC + f"-I {{corpus}}/cuda/hybridsort {name}.cu -o program",), "./program {data}/mesh.txt"),
        results.same("density", "momentum", "density_energy", relative=2e-3, absolute=2e-3, lines=r"\S+( \S+ \S+ )?"),
        OPENMP + "2000 steps: density, momentum, energy within 0.2%", "made: a channel over a bump, 2304 cells", inputs.mesh,
        Side("openmp/cfd", (f"g++ -w -O3 -Dblock_length=8 -fopenmp {other}.cpp -o program",),
             "env OMP_NUM_THREADS=1 ./program {data}/mesh.txt"))


def particles(name):
    return Verified(
        f"particlefilter/{name}",
        Side("cuda/particlefilter", (CC + f"-use_fast_math ex_particle_CUDA_{name}_seq.cu -o program",),
             "./program -x 128 -y 128 -z 10 -np 4096",
             ((f"ex_particle_CUDA_{name}_seq.cu", "time(0)", "7"),)),
        results.follows_the_object(10, 128, 1.5),
        "where the object of the last frame is, within 1.5 pixels", "the program's, seeded with 7 instead of the time")


# The matrix library's own configure script does not know today's compilers: it is built without it.
MATRICES = ("rm -f *.o *.a", "gcc -w -std=gnu89 -O2 -c $(ls *.c | grep -v -e tutorial -e tort -e tutadv -e maxint -e dmacheps -e fmacheps)",
            "ar rc meschach.a *.o")


PRINT_CENTRES = ("kmeans_clustering.c", "    free(new_centers[0]);",
                 '{ FILE *f = fopen("centres.txt", "w"); for (i = 0; i < nclusters * nfeatures; i++) '
                 'fprintf(f, "%.7g\\n", clusters[0][i]); fclose(f); }\n    free(new_centers[0]);')
PRINT_WEIGHTS = ('{ FILE *f = fopen("weights.txt", "w"); int k, j; for (k = 0; k <= in; k++) for (j = 0; j <= hid; j++) '
                 'fprintf(f, "%.7g\\n", WEIGHT); fclose(f); }\n')
SMALL = ("backprop.c", "w[i][j] = (float) rand()/RAND_MAX;", "w[i][j] = ((float) rand()/RAND_MAX - 0.5f) / 16;")
ON_THE_HOST = """void on_the_host(fp* values, fp* rates, fp* parameter, fp* com, fp timeinst, fp*, fp*, fp*, fp*) {
  kernel_ecc(timeinst, values, rates, 0, parameter);
  for (int i = 0; i < 3; ++i) {
    kernel_cam(timeinst, values, rates, 46 + 15 * i, parameter, 5 * i, com, i, values[35 + i] * 1e3);
  }
}
"""

PROGRAMS = (
    Verified("b+tree",
             Side("cuda/b+tree", (GCC + "main.c util/timer/timer.c util/num/num.c",
                                  CC + "kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu "
                                  "util/cuda/cuda.cu main.o timer.o num.o -lm -o program"),
                  "./program file {data}/keys.txt command {data}/commands.txt"),
             results.same("output.txt"), OPENMP + "all 16000 answers equal", "made: 100000 keys", inputs.keys,
             Side("openmp/b+tree", ("gcc -w -O3 -fopenmp main.c kernel/*.c util/timer/timer.c util/num/num.c -lm -o program",),
                  "./program cores 2 file {data}/keys.txt command {data}/commands.txt")),
    Verified("backprop",
             Side("cuda/backprop", (GCC + "backprop.c facetrain.c imagenet.c",
                                    CC + "backprop.o facetrain.o imagenet.o backprop_cuda.cu -o program -lm"),
                  "./program 4096",
                  (SMALL, ("backprop_cuda.cu", "  cudaFree(input_cuda);",
                           PRINT_WEIGHTS.replace("WEIGHT", "input_weights_one_dim[k * (hid + 1) + j]")
                           + "  cudaFree(input_cuda);"))),
             results.same("weights.txt", relative=1e-4, absolute=1e-6),
             OPENMP + "weights after a step (printed by an added line) within 1e-4",
             "the program's, weights made small so that no unit saturates", None,
             Side("openmp/backprop", ("gcc -w -O2 -fopenmp backprop.c facetrain.c imagenet.c backprop_kernel.c -o program "
                                      "-lm",),
                  "./program 4096",
                  (SMALL, ("backprop_kernel.c", "net->input_weights, net->input_prev_weights);",
                           "net->input_weights, net->input_prev_weights);\n"
                           + PRINT_WEIGHTS.replace("WEIGHT", "net->input_weights[k][j]"))))),
    Verified("bfs", Side("cuda/bfs", (CC + "bfs.cu -o program",), "./program {data}/graph.txt"),
             results.same("result.txt"), OPENMP + "all distances equal", "made: 65536 nodes", inputs.graph,
             Side("openmp/bfs", ("g++ -w -O2 -fopenmp bfs.cpp -o program",), "./program 2 {data}/graph.txt")),
    cells_of_mesh("euler3d", "float"),
    cells_of_mesh("euler3d_double", "double"),
    cells_of_mesh("pre_euler3d", "float"),
    cells_of_mesh("pre_euler3d_double", "double"),
    Verified("dwt2d",
             Side("cuda/dwt2d", (CC + "-I . -DOUTPUT main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu "
                                 "dwt_cuda/common.cu dwt_cuda/rdwt97.cu dwt_cuda/rdwt53.cu -o program",),
                  "./program picture.rgb out -d 200x136 -f -5 -l 3 -w"),
             results.wavelets(136, 200, 3), "the 5/3 transform in Python, all bytes equal (the 9/7 kernels are compiled only)",
             "made: 200 x 136 pixels", inputs.rgb),
    Verified("gaussian",
             Side("cuda/gaussian", (CC + "gaussian.cu -o program",), "./program -f {data}/equations.txt",
                  (("gaussian.cu", "int verbose = 0;", "int verbose = 1;"), ("gaussian.cu", '"%.2f "', '"%.8g "'))),
             results.solves_equations, "the solution (printed with 8 digits) put into the equations", "made: 128 equations",
             inputs.equations),
    Verified("heartwall",
             Side("cuda/heartwall", (CC + "-DOUTPUT -I AVI main.cu AVI/avilib.c AVI/avimod.c -lm -o program",),
                  "./program {data}/film.avi 5",
                  (("kernel.cu", "\t\t//\tHORIZONTAL CUMULATIVE SUM\n", "__syncthreads();\n"),)),
             results.same("result.txt"),
             OPENMP + "all positions equal, once a barrier is added that the kernel lacks (before its second sum over rows)",
             "made: a moving picture, 5 frames", inputs.film,
             Side("openmp/heartwall", ("gcc -w -DOUTPUT -O3 -fopenmp -I AVI main.c AVI/avilib.c AVI/avimod.c -lm -o program",),
                  "./program {data}/film.avi 5 2")),
    Verified("hotspot",
             Side("cuda/hotspot", (CC + "hotspot.cu -o program",),
                  "./program 256 2 10 {data}/temperature.txt {data}/power.txt output.txt"),
             results.cools_as_computed(256, 10),
             "the same 10 steps in Python, temperatures within 1e-4 (the OpenMP version computes cells near edges wrongly)",
             "made: 256 x 256 cells", inputs.chip),
    Verified("hotspot3D",
             Side("cuda/hotspot3D", (CC + "3D.cu -o program",),
                  "./program 256 8 20 {data}/power.txt {data}/temperature.txt output.txt"),
             results.accuracy(1e-3), "its own loop on the host, 20 steps", "made: 256 x 256 x 8 cells", inputs.stack),
    Verified("huffman",
             Side("cuda/huffman", (CC + "main_test_cu.cu stats_logger.cpp vlc_kernel_sm64huff.cu scan.cu pack_kernels.cu "
                                   "cpuencode.cpp -o program",), "./program {data}/text"),
             results.says("PASS! vectors are matching", "FAIL!|Diff:"), "its own encoder on the host, equal", "made: 1 MiB",
             inputs.text),
    Verified("hybridsort",
             Side("cuda/hybridsort", ("mkdir -p GL && touch GL/glew.h GL/glut.h",
                                      CC + "-DVERIFY -I . bucketsort.cu mergesort.cu main.cu -o program"), "./program r",
                  (("bucketsort.cu", "#include <cuda_gl_interop.h>", ""),)),
             results.says(r"Checking result\.\.\.PASSED", "FAILED|missmatch"), "its own qsort on the host, equal (headers of OpenGL, "
             "of which it uses nothing, are empty files)", "the program's: 4194304 numbers"),
    Verified("kmeans",
             Side("cuda/kmeans", (GCC + "-fopenmp cluster.c getopt.c kmeans.c kmeans_clustering.c rmse.c",
                                  CC + "*.o kmeans_cuda.cu -Xcompiler -fopenmp -lm -o program"),
                  "./program -o -i {data}/points.txt",
                  (PRINT_CENTRES, ("kmeans_cuda.cu", 'ToSymbol("c_clusters"', "ToSymbol(c_clusters"))),
             results.same("centres.txt", relative=1e-3, absolute=1e-2),
             OPENMP + "centres (printed by an added line) within 0.1%, once a symbol is not named by a string (no CUDA since 5.0 takes one)", "made: 20000 points of 34 features", inputs.points,
             Side("openmp/kmeans/kmeans_openmp", ("gcc -w -O2 -fopenmp cluster.c getopt.c kmeans.c kmeans_clustering.c -lm -o program",),
                  "./program -n 1 -i {data}/points.txt", (PRINT_CENTRES,))),
    Verified("lavaMD",
             Side("cuda/lavaMD", (GCC + "-DOUTPUT main.c util/num/num.c util/timer/timer.c",
                                  CC + "main.o num.o timer.o kernel/kernel_gpu_cuda_wrapper.cu util/device/device.cu "
                                  "-lm -o program"),
                  "./program -boxes1d 6", (("main.c", "srand(time(NULL))", "srand(7)"),)),
             results.same("result.txt", relative=1e-4, absolute=1e-3), OPENMP + "forces within 1e-4",
             "the program's, seeded with 7 instead of the time", None,
             Side("openmp/lavaMD", ("gcc -w -O3 -fopenmp -DOUTPUT main.c kernel/kernel_cpu.c util/num/num.c util/timer/timer.c "
                                    "-lm -o program",), "./program -cores 2 -boxes1d 6",
                  (("main.c", "srand(time(NULL))", "srand(7)"),))),
    Verified("leukocyte",
             Side("cuda/leukocyte",
                  tuple("cd meschach_lib && " + line for line in MATRICES)
                  + ("cd CUDA && " + GCC + "-DOUTPUT -I ../meschach_lib *.c",
                     "cd CUDA && " + CC + "-I ../meschach_lib *.o *.cu ../meschach_lib/meschach.a -lm -o ../program"),
                  "./program {data}/cells.avi 2"),
             results.same("result.txt", relative=1e-3, absolute=1e-2),
             OPENMP + "places of all cells within 0.1%", "made: a moving picture with cells, 3 frames", inputs.cells,
             Side("openmp/leukocyte",
                  tuple("cd meschach_lib && " + line for line in MATRICES)
                  + ("cd OpenMP && rm -f *.o && gcc -w -O3 -fopenmp -DOUTPUT -I ../meschach_lib *.c ../meschach_lib/meschach.a -lm -o ../program",),
                  "./program 2 1 {data}/cells.avi")),
    Verified("lud",
             Side("cuda/lud", (GCC + "common/common.c",
                               CC + "-I common cuda/lud.cu cuda/lud_kernel.cu common.o -lm -o program"), "./program -s 512 -v"),
             results.says(">>>Verify<<<<", "(?i)dismatch"), "its own product of the factors", "the program's: 512 x 512"),
    Verified("mummergpu",
             Side("cuda/mummergpu/src",
                  ("g++ -w -O3 -fno-delete-null-pointer-checks -I. -DUNIX -fopenmp -include unistd.h -c mummergpu_gold.cpp "
                   "suffix-tree.cpp PoolMalloc.cpp mummergpu_main.cpp",
                   CC + "-I. -DUNIX *.o mummergpu.cu -Xcompiler -fopenmp -lm -o program"),
                  "./program -l 12 {data}/reference.fa {data}/reads.fa 2>progress.txt"),
             results.maximal_matches(12), "all maximal matches by Python, equal (its C++ calls members of null pointers: built "
             "with -fno-delete-null-pointer-checks)", "made: 500 reads of a reference of 20000", inputs.genome),
    Verified("myocyte", Side("cuda/myocyte", (CC + "-fmad=false main.cu -o program",), "./program 5 1 0"),
             results.same("output.txt", relative=1e-4, absolute=1e-6, lines=r"\s*y\[.*"),
             "the same functions called on the host, 91 values at 5 times within 1e-4 (without fused operations)",
             "made: a cell at rest", inputs.cell,
             Side("cuda/myocyte", (CC + "main.cu -o program",), "./program 5 1 0",
                  (("kernel_ecc.cu", "__device__", "__host__ __device__"),
                   ("kernel_cam.cu", "__device__", "__host__ __device__"),
                   ("master.cu", "void master(", ON_THE_HOST + "void master("),
                   ("master.cu", "kernel<<<blocks, threads>>>(", "on_the_host(initvalu, finavalu, parameter, com,"),
                   ("master.cu", "cudaMemcpy(finavalu,", "if (false) cudaMemcpy(finavalu,"),
                   ("master.cu", "cudaMemcpy(com,", "if (false) cudaMemcpy(com,")))),
    Verified("nn", Side("cuda/nn", (CC + "nn_cuda.cu -o program",),
                         "sh -c 'cd {data} && ../ours/cuda/nn/program list.txt -r 5 -lat 30 -lng 90'"),
             results.nearest_storms, "the nearest of all records by Python", "made: 40000 records", inputs.storms),
    Verified("nw", Side("cuda/nw", (CC + "-DTRACEBACK needle.cu -o program",), "./program 1024 10"),
             results.same("result.txt"), OPENMP + "values along the way back equal", "the program's: 1024 x 1024", None,
             Side("openmp/nw", ("g++ -w -O3 -fopenmp needle.cpp -o program",), "./program 1024 10 2")),
    particles("naive"),
    particles("float"),
    Verified("pathfinder", Side("cuda/pathfinder", (CC + "-DBENCH_PRINT pathfinder.cu -o program",), "./program 20000 100 20"),
             results.same("stdout.txt", lines=r"[\d ]+"), OPENMP + "all distances equal",
             "the program's: 20000 x 100", None,
             Side("openmp/pathfinder", ("g++ -w -O2 -fopenmp pathfinder.cpp -o program",), "./program 20000 100")),
    Verified("srad/srad_v1", Side("cuda/srad/srad_v1", (CC + "main.cu -o program",), "./program 100 0.5 502 458"),
             results.same("image_out.pgm", absolute=1), OPENMP + "100 steps, pixels within 1 of 255", "made: 502 x 458 pixels",
             inputs.pgm,
             Side("openmp/srad/srad_v1", ("gcc -w -O3 -fopenmp main.c -lm -o program",), "./program 100 0.5 502 458 2")),
    Verified("srad/srad_v2", Side("cuda/srad/srad_v2", (CC + "-DOUTPUT srad.cu -o program",),
                                      "./program 512 512 0 127 0 127 0.5 20",
                  (("srad.cu", "cudaMalloc((void**)& J_cuda, sizeof(float)* size_I);",
                    "cudaMalloc((void**)&J_cuda, sizeof(float) * (size_I + 2 * cols)); J_cuda += cols;"),
                   ("srad.cu", "cudaFree(J_cuda);", "cudaFree(J_cuda - cols);"),
                   ("srad.cu", "C_cuda, sizeof(float)* size_I", "C_cuda, sizeof(float) * (size_I + cols)"))),
             results.same("stdout.txt", lines=r"[-\d. ]+", relative=1e-3, absolute=1e-4),
             OPENMP + "20 steps, pixels within 1e-3, once there is memory around its arrays (the kernels read a row too far)",
             "the program's: 512 x 512", None,
             Side("openmp/srad/srad_v2", ("g++ -w -O2 -fopenmp -DOUTPUT srad.cpp -o program",),
                  "./program 512 512 0 127 0 127 2 0.5 20")),
    Verified("streamcluster",
             Side("cuda/streamcluster", (CC + "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu streamcluster_header.cu "
                                         "-o program",),
                  "./program 10 20 64 8192 8192 1000 none output.txt 1"),
             results.same("output.txt", relative=1e-4), OPENMP + "centres and weights within 1e-4",
             "the program's: 8192 points", None,
             Side("openmp/streamcluster", ("g++ -w -O3 -fopenmp streamcluster_omp.cpp -o program",),
                  "./program 10 20 64 8192 8192 1000 none output.txt 1")),
)


def programs(checkout):
    return PROGRAMS
