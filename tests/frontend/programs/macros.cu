// What a program may expect of the compiler's macros. Compiled with -arch=sm_80.
#if !defined(__CUDACC__) || !defined(__NVCC__)
#error "not recognised as nvcc"
#endif
#if __CUDACC_VER_MAJOR__ != 12 || __CUDACC_VER_MINOR__ != 8 || CUDART_VERSION != 12080
#error "wrong release"
#endif
#ifdef __CUDA_ARCH__
static_assert(__CUDA_ARCH__ == EXPECTED_ARCH);
#endif
#ifdef EXPECT_RDC
#ifndef __CUDACC_RDC__
#error "-rdc is not visible"
#endif
#endif
#ifdef EXPECT_FAST
#ifndef __USE_FAST_MATH__
#error "--use_fast_math is not visible"
#endif
#endif

// Host code never sees __CUDA_ARCH__, device code always does.
__global__ void kernel(int* out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__;
#else
  static_assert(sizeof(int) == 4);
#endif
}

int main() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
