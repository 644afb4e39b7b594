# SPDX-License-Identifier: Apache-2.0
# find_package(heddle): for host programs that call the runtime API, and objects that `heddle cc` has compiled.
#
#   heddle::heddle     the runtime library and its headers
#   heddle_NVCC        the compiler driver under nvcc's name (CMAKE_CUDA_COMPILER)
#   heddle_EXECUTABLE  the tool, for tests under `heddle check`
#   heddle_CUDA_HOME   the tree laid out as a CUDA toolkit (CUDAToolkit_ROOT)
get_filename_component(_heddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
set(heddle_CUDA_HOME "${_heddle_prefix}/share/heddle/cuda")
set(heddle_EXECUTABLE "${_heddle_prefix}/bin/heddle")
set(heddle_NVCC "${heddle_CUDA_HOME}/bin/nvcc")
set(_heddle_include "${_heddle_prefix}/include")
if(NOT EXISTS "${_heddle_include}")  # in the build tree
  set(_heddle_include "${heddle_CUDA_HOME}/include")
endif()
if(NOT TARGET heddle::heddle)
  add_library(heddle::heddle SHARED IMPORTED)
  set_target_properties(heddle::heddle PROPERTIES
    IMPORTED_LOCATION "${_heddle_prefix}/lib/libheddle.so"
    IMPORTED_SONAME libheddle.so
    INTERFACE_INCLUDE_DIRECTORIES "${_heddle_include}")
endif()
unset(_heddle_include)
unset(_heddle_prefix)
