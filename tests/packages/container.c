// SPDX-License-Identifier: Apache-2.0
// container COMMAND...: runs it without the system calls that container engines refuse by default:
// tracing, performance counters, other personalities, page faults in user space, mounts, io_uring;
// clone3 is unknown, so that libc takes clone.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(number, error)                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))

int main(int count, char** words) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      REFUSE(SYS_clone3, ENOSYS),
      REFUSE(SYS_ptrace, EPERM),
      REFUSE(SYS_perf_event_open, EPERM),
      REFUSE(SYS_personality, EPERM),
      REFUSE(SYS_userfaultfd, EPERM),
      REFUSE(SYS_mount, EPERM),
      REFUSE(SYS_unshare, EPERM),
      REFUSE(SYS_bpf, EPERM),
      REFUSE(SYS_io_uring_setup, EPERM),
      REFUSE(SYS_process_vm_readv, EPERM),
      REFUSE(SYS_pkey_alloc, EPERM),
      REFUSE(SYS_mbind, EPERM),
      REFUSE(SYS_set_mempolicy, EPERM),
      REFUSE(SYS_process_vm_writev, EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    perror("container");
    return 2;
  }
  execvp(words[1], words + 1);
  perror(words[1]);
  return 2;
}
