// SPDX-License-Identifier: Apache-2.0
// Kernels that take long to compile, and a script of what to do with them: see run-ahead.
//
//   kernels ACTION...     k2:64      launch kernel 2 with blocks of 64 threads, and check its
//   results
//                         helper     wait until compile-ahead works for this process; print its
//                         number cached:3   wait until the cache holds 3 kernels pause:300  sleep
//                         for 300 ms kill       kill the helper, and wait for its end fork       a
//                         child that exits; no other child may be seen busy-fork  a child that goes
//                         on until the program has ended signals    from now on, no SIGCHLD may
//                         come threads    wait(), in a thread of its own, sees no child exit
//                         quick-exit abort on-signal exec
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

constexpr int kThreads = 256, kSteps = 60;

// Long straight code, which is not the same for two kernels.
template <int kKernel, int kStep>
__host__ __device__ void steps(float& x, unsigned& v) {
  x = x * (1.0f + kStep % 7 * 0.125f) + (kKernel + 0.5f);
  v ^= v >> (kStep % 5 + 1);
  v += static_cast<unsigned>(kStep * 2654435761u + kKernel) & 1023u;
  x -= static_cast<float>(v & 15u);
  if (x > 65536.0f || x < -65536.0f) x *= 0.0001220703125f;
  if constexpr (kStep > 0) steps<kKernel, kStep - 1>(x, v);
}

template <int kKernel>
__global__ void kernel(float* f, unsigned* u) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = f[i];
  unsigned v = u[i];
  steps<kKernel, kSteps>(x, v);
  f[i] = x + kKernel;
  u[i] = v;
}

// No block of more than 64 threads.
__global__ void __launch_bounds__(64) narrow(float* f, unsigned* u) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = f[i];
  unsigned v = u[i];
  steps<9, kSteps>(x, v);
  f[i] = x + 9;
  u[i] = v;
}

static void fail(const std::string& what) {
  std::printf("FAIL: %s\n", what.c_str());
  std::fflush(stdout);
  _exit(1);
}

template <int kKernel>
void launch(void (*code)(float*, unsigned*), int block) {
  float* f = nullptr;
  unsigned* u = nullptr;
  cudaMallocManaged(&f, kThreads * sizeof(float));
  cudaMallocManaged(&u, kThreads * sizeof(unsigned));
  for (int i = 0; i < kThreads; ++i) {
    f[i] = 0.25f * i;
    u[i] = 77u * i;
  }
  code<<<kThreads / block, block>>>(f, u);
  if (cudaDeviceSynchronize() != cudaSuccess) fail("launch");
  for (int i = 0; i < kThreads; ++i) {
    unsigned v = 77u * i;
    float ignored = 0.25f * i;
    steps<kKernel, kSteps>(ignored, v);
    if (u[i] != v || f[i] == 0.25f * i) fail("wrong result of kernel " + std::to_string(kKernel));
  }
  cudaFree(f);
  cudaFree(u);
}

static void launch(int number, int block) {
  switch (number) {
    case 0:
      return launch<0>(kernel<0>, block);
    case 1:
      return launch<1>(kernel<1>, block);
    case 2:
      return launch<2>(kernel<2>, block);
    case 3:
      return launch<3>(kernel<3>, block);
    case 9:
      return launch<9>(narrow, block);
    default:
      fail("no such kernel");
  }
}

template <class Done>
void wait_until(const char* what, Done done) {
  for (int i = 0; i < 20 * 240; ++i) {
    if (done()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  fail(what);
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

static int cached() {
  int count = 0;
  const std::string folder = std::string(std::getenv("HEDDLE_CACHE_DIR")) + "/kernels";
  if (DIR* all = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(all)) {
      const std::string name = entry->d_name;
      count += name.size() == 35 && name.ends_with(".so");
    }
    closedir(all);
  }
  return count;
}

static void expect_only(int child) {
  int status = 0;
  if (wait(&status) != child || status != 0) fail("wait() does not see the child");
  if (wait(&status) != -1 || errno != ECHILD) fail("wait() sees another child");
}

int main(int count, char** argument) {
  for (int i = 1; i < count; ++i) {
    const std::string action = argument[i];
    const auto colon = action.find(':');
    const int number = colon == std::string::npos ? 0 : std::atoi(action.c_str() + colon + 1);
    if (action[0] == 'k' && colon == 2) {
      launch(action[1] - '0', number);
    } else if (action == "helper") {
      int process = 0;
      wait_until("no helper", [&] { return (process = helper()) != 0; });
      std::printf("helper %d\n", process);
      std::fflush(stdout);
    } else if (action.starts_with("cached:")) {
      wait_until("nothing is compiled ahead", [&] { return cached() >= number; });
    } else if (action.starts_with("pause:")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(number));
    } else if (action == "kill") {
      const int process = helper();
      kill(process, SIGKILL);
      wait_until("the helper does not end", [&] { return parent_of(process) == 0; });
    } else if (action == "fork") {
      const int child = fork();
      if (child == 0) std::exit(0);
      expect_only(child);
    } else if (action == "busy-fork") {
      const int program = getpid();
      if (fork() == 0) {
        for (int k = 0; k < 200 && getppid() == program; ++k) usleep(50000);
        std::exit(0);
      }
    } else if (action == "signals") {
      signal(SIGCHLD, [](int) { _exit(3); });
    } else if (action == "threads") {
      std::thread([] {
        if (wait(nullptr) != -1 || errno != ECHILD) fail("wait() sees a child");
      }).join();
    } else if (action == "exit") {
      std::exit(0);
    } else if (action == "quick-exit") {
      std::quick_exit(0);
    } else if (action == "abort") {
      std::abort();
    } else if (action == "on-signal") {
      signal(SIGUSR1, [](int) { std::exit(0); });
      raise(SIGUSR1);
    } else if (action == "exec") {
      execl("/bin/true", "true", nullptr);
    } else {
      fail("what is " + action);
    }
  }
}
