// SPDX-License-Identifier: Apache-2.0
// bin/heddle of a package: says in a sentence that the machine is too old, where the dynamic loader would list versions
// of symbols, and becomes libexec/heddle. Built with -nostartfiles and old versions of symbols, so that it starts
// wherever there is a glibc.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <string.h>
#include <unistd.h>

// In libc.so.6 since 2.34. It is called when that is known.
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5");
__asm__(".symver dlvsym, dlvsym@GLIBC_2.2.5");

enum { kMajor = 2, kMinor = 34 };
// What GCC 12's libstdc++ has and GCC 11's has not.
static const char kNewest[] = "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE";
static const char kNewestVersion[] = "GLIBCXX_3.4.30";

extern char** environ;

static void put(const char* text) {
  if (write(2, text, strlen(text)) < 0) _exit(2);
}

static void refuse(const char* before, const char* what, const char* after) {
  put("heddle: ");
  put(before);
  put(what);
  put(after);
  _exit(2);
}

static int number(const char** text) {
  int value = 0;
  for (; **text >= '0' && **text <= '9'; ++*text) value = 10 * value + (**text - '0');
  return value;
}

static void check_libc(void) {
  const char* version = gnu_get_libc_version();
  const char* rest = version;
  const int major = number(&rest);
  if (*rest == '.') ++rest;
  const int minor = number(&rest);
  if (major > kMajor || (major == kMajor && minor >= kMinor)) return;
  refuse("this package needs glibc 2.34 or newer, and here is ", version,
         ": build Heddle from source here, or use a newer system (Debian 12, Ubuntu 22.04)\n");
}

static void check_libstdcxx(void) {
  void* library = dlopen("libstdc++.so.6", RTLD_LAZY);
  if (library == NULL) {
    refuse("libstdc++.so.6 is not here: install ", "g++",
           " (Debian, Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++)\n");
  }
  if (dlvsym(library, kNewest, kNewestVersion) != NULL) return;
  refuse("this package needs the libstdc++ of GCC 12 or newer: install ", "a newer libstdc++",
         ", or use a newer system (Debian 12, Ubuntu 22.04)\n");
}

__attribute__((used)) static int launch(long* stack) {
  char** argv = (char**)(stack + 1);
  environ = argv + stack[0] + 1;
  check_libc();
  check_libstdcxx();
  // <prefix>/bin/heddle, whatever link it was called by.
  static char path[4096];
  const long size = readlink("/proc/self/exe", path, sizeof path - 32);
  if (size <= 0) refuse("/proc is not mounted", "", "\n");
  for (int levels = 0; levels < 2; ++levels) *strrchr(path, '/') = 0;
  strcat(path, "/libexec/heddle");
  execv(path, argv);
  refuse(path, " cannot be started", ": unpack the package again\n");
  return 2;
}

__asm__(
    ".globl _start\n"
    "_start:\n"
    "  xor %ebp, %ebp\n"
    "  mov %rsp, %rdi\n"
    "  and $-16, %rsp\n"
    "  call launch\n"
    "  ud2\n");
