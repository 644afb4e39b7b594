// SPDX-License-Identifier: Apache-2.0
// Handles of memory, of events and of pools open only for the user whose process made them: neither
// for another user, nor for root, who could open the files.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "../memory/memory.h"

namespace {

constexpr uid_t kOtherUser = 65534;

struct Handles {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
  pid_t process;
  int pool_file;
};

Handles make() {
  Handles handles = {};
  unsigned* values;
  gate::ok(cudaMalloc(&values, 3 << 20), "memory");
  gate::ok(cudaIpcGetMemHandle(&handles.memory, values), "its handle");
  cudaEvent_t event;
  gate::ok(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming),
           "event");
  gate::ok(cudaIpcGetEventHandle(&handles.event, event), "its handle");
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  gate::ok(cudaMemPoolCreate(&pool, &props), "pool");
  gate::ok(cudaMemPoolExportToShareableHandle(&handles.pool_file, pool,
                                              cudaMemHandleTypePosixFileDescriptor, 0),
           "its file");
  handles.process = getpid();
  return handles;
}

void refuse(const Handles& handles, const char* who) {
  void* values = nullptr;
  cudaEvent_t event = nullptr;
  memory::refused(cudaIpcOpenMemHandle(&values, handles.memory, 1), cudaErrorMapBufferObjectFailed,
                  who);
  memory::refused(cudaIpcOpenEventHandle(&event, handles.event), cudaErrorMapBufferObjectFailed,
                  who);
  gate::that(values == nullptr && event == nullptr, "nothing was opened");
}

// Root gets at the file, which stands for one that was sent to it.
void refuse_pool(const Handles& handles) {
  const std::string path =
      "/proc/" + std::to_string(handles.process) + "/fd/" + std::to_string(handles.pool_file);
  const int file = open(path.c_str(), O_RDWR);
  gate::that(file >= 0, "root opens the file");
  cudaMemPool_t pool = nullptr;
  memory::refused(cudaMemPoolImportFromShareableHandle(&pool, (void*)(size_t)file,
                                                       cudaMemHandleTypePosixFileDescriptor, 0),
                  cudaErrorInvalidValue, "a pool of another user");
}

int other(int in, int out) {
  gate::that(geteuid() == kOtherUser, "another user");
  Handles handles;
  gate::that(read(in, &handles, sizeof handles) == sizeof handles, "handles");
  refuse(handles, "handles of root");
  handles = make();
  gate::that(write(out, &handles, sizeof handles) == sizeof handles, "own handles");
  char done;
  gate::that(read(in, &done, 1) == 1, "until root has tried");
  return gate::result();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) return other(std::atoi(argv[1]), std::atoi(argv[2]));
  if (geteuid() != 0) {
    std::puts("skipped: only root can become another user");
    return 77;
  }
  int there[2], back[2];
  gate::that(pipe(there) == 0 && pipe(back) == 0, "pipes");
  Handles handles = make();
  const pid_t child = fork();
  if (child == 0) {
    if (setgid(kOtherUser) != 0 || setuid(kOtherUser) != 0) _exit(98);
    unsetenv("HEDDLE_CACHE_DIR");
    const std::string in = std::to_string(there[0]), out = std::to_string(back[1]);
    execl("/proc/self/exe", argv[0], in.c_str(), out.c_str(), (char*)nullptr);
    _exit(77);  // the other user may not read the program
  }
  close(back[1]);
  gate::that(write(there[1], &handles, sizeof handles) == sizeof handles, "send");
  int status = 1;
  if (read(back[0], &handles, sizeof handles) != sizeof handles) {
    waitpid(child, &status, 0);
    std::puts("skipped: the other user may not run the program");
    return WEXITSTATUS(status) == 77 ? 77 : 1;
  }
  refuse(handles, "handles of another user");
  refuse_pool(handles);
  gate::that(write(there[1], "x", 1) == 1, "tell");
  gate::that(waitpid(child, &status, 0) == child && status == 0, "the other process");
  return gate::result();
}
