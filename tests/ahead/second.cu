// SPDX-License-Identifier: Apache-2.0
// One kernel that is made in a hurry when the budget is small, and a script: see run-second.
//
//   second ACTION...   launch     run it, and check that all its results are those of the first
//   time
//                      graph      the same by a graph, which was made when this was said first
//                      helper     wait until compile-ahead works for this process; print its number
//                      alone      wait until it has ended
//                      fork       a child that ends at once; no other child may be seen
//                      exit quick-exit abort exec kill
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

constexpr int kThreads = 128, kBlocks = 3, kAll = kThreads * kBlocks, kSteps = 50;

template <int kStep>
__device__ void steps(float& x, double& y, unsigned& v) {
  x = x * (1.0f + kStep % 7 * 0.0625f) + y * 0.25f;
  y = y * 0.75 + x * (kStep + 0.5);
  v = (v ^ (v >> (kStep % 5 + 1))) + static_cast<unsigned>(kStep * 40503u);
  if (v & 1u) x -= static_cast<float>(v & 255u) * 0.3f;
  if (x > 1024.0f || x < -1024.0f) x *= 0.0009765625f;
  if (y > 1e6 || y < -1e6) y *= 1e-6;
  if constexpr (kStep > 0) steps<kStep - 1>(x, y, v);
}

// Threads wait for each other, and lanes exchange values.
__global__ void kernel(float* f, double* d, unsigned* u) {
  __shared__ float row[kThreads];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i * 0.37f;
  double y = i * 0.11;
  unsigned v = i * 2654435761u;
  for (unsigned round = 0; round < 3 + threadIdx.x % 4; ++round) steps<kSteps>(x, y, v);
  row[threadIdx.x] = x;
  __syncthreads();
  x += row[(threadIdx.x * 5 + 1) % kThreads];
  v += __shfl_xor_sync(0xffffffffu, v, 9);
  f[i] = x;
  d[i] = y;
  u[i] = v;
}

[[noreturn]] static void fail(const std::string& what) {
  std::printf("FAIL: %s\n", what.c_str());
  std::fflush(stdout);
  _exit(1);
}

struct Data {
  float* f = nullptr;
  double* d = nullptr;
  unsigned* u = nullptr;
  Data() {
    cudaMallocManaged(&f, kAll * sizeof *f);
    cudaMallocManaged(&d, kAll * sizeof *d);
    cudaMallocManaged(&u, kAll * sizeof *u);
    clear();
  }
  void clear() const {
    std::memset(f, 0xff, kAll * sizeof *f);
    std::memset(d, 0xff, kAll * sizeof *d);
    std::memset(u, 0xff, kAll * sizeof *u);
  }
};

static void run(bool by_graph) {
  static const Data data;
  static cudaGraphExec_t executable = nullptr;
  static std::vector<unsigned char> first;
  data.clear();
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  if (by_graph && !executable) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    kernel<<<kBlocks, kThreads, 0, stream>>>(data.f, data.d, data.u);
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess) fail("graph");
  }
  if (by_graph) {
    cudaGraphLaunch(executable, stream);
  } else {
    kernel<<<kBlocks, kThreads, 0, stream>>>(data.f, data.d, data.u);
  }
  if (cudaStreamSynchronize(stream) != cudaSuccess) fail("launch");
  cudaStreamDestroy(stream);
  std::vector<unsigned char> now;
  const auto append = [&now](const void* from, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(from);
    now.insert(now.end(), bytes, bytes + size);
  };
  append(data.f, kAll * sizeof *data.f);
  append(data.d, kAll * sizeof *data.d);
  append(data.u, kAll * sizeof *data.u);
  if (first.empty()) {
    first = now;
    unsigned sum = 0;
    for (const unsigned char byte : now) sum = sum * 31 + byte;
    std::printf("results %08x\n", sum);
    std::fflush(stdout);
  }
  if (now != first) fail("other results than the first time");
}

static int parent_of(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  int parent = 0;
  char state = 0;
  const auto name_end = line.rfind(')');
  if (name_end != std::string::npos) {
    std::sscanf(line.c_str() + name_end + 1, " %c %d", &state, &parent);
  }
  return state == 'Z' ? 0 : parent;
}

// The compile-ahead whose parent is a child of this process.
static int helper() {
  int found = 0;
  DIR* all = opendir("/proc");
  while (const dirent* entry = readdir(all)) {
    const int process = std::atoi(entry->d_name);
    if (process <= 0) continue;
    std::ifstream file("/proc/" + std::string(entry->d_name) + "/comm");
    std::string name;
    std::getline(file, name);
    if (name == "compile-ahead" && parent_of(parent_of(process)) == getpid()) found = process;
  }
  closedir(all);
  return found;
}

template <class Done>
void wait_until(const char* what, Done done) {
  for (int i = 0; i < 20 * 240; ++i) {
    if (done()) return;
    usleep(50000);
  }
  fail(what);
}

int main(int count, char** argument) {
  int last_helper = 0;
  for (int i = 1; i < count; ++i) {
    const std::string action = argument[i];
    if (action == "launch" || action == "graph") {
      run(action == "graph");
    } else if (action == "helper") {
      // It lowers its priority when it has said that it outlives the program.
      wait_until("no helper", [&] {
        last_helper = helper();
        return last_helper != 0 && getpriority(PRIO_PROCESS, last_helper) >= 10;
      });
      std::printf("helper %d\n", last_helper);
      std::fflush(stdout);
    } else if (action == "alone") {
      wait_until("the helper does not end", [&] { return parent_of(last_helper) == 0; });
      usleep(300000);  // the program has seen it, too
    } else if (action == "kill") {
      ::kill(last_helper, SIGKILL);
    } else if (action == "fork") {
      const int child = fork();
      if (child == 0) std::exit(0);
      int status = 0;
      if (wait(&status) != child || status != 0) fail("wait() does not see the child");
      if (wait(&status) != -1 || errno != ECHILD) fail("wait() sees another child");
    } else if (action == "exit") {
      std::exit(0);
    } else if (action == "quick-exit") {
      std::quick_exit(0);
    } else if (action == "abort") {
      std::abort();
    } else if (action == "exec") {
      execl("/bin/true", "true", nullptr);
    } else {
      fail("what is " + action);
    }
  }
}
