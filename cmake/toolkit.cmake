# SPDX-License-Identifier: Apache-2.0
# share/heddle/cuda: Heddle laid out as build systems expect a CUDA toolkit (CUDA_HOME). Links between
# its files are relative, so that the build tree and an installed one look alike.
#
#   bin/nvcc                          the tool, which answers as nvcc under this name
#   include, lib64                    links into targets/x86_64-linux, as in a toolkit
#   targets/x86_64-linux/include      Heddle's headers, and those of CCCL and NVTX
#   targets/x86_64-linux/lib          libheddle.so, as libcudart.so, libcudart_static.a, libcuda.so, too;
#                                     libcublas.so, also as libcublasLt.so, and the other libraries
#                                     of heddle_cuda_library(), libnvrtc.so
#   nvvm/include, nvvm/lib64          nvvm.h, libnvvm.so
#   nvvm/libdevice/libdevice.10.bc    its device library
#   version.json, version.txt, pkgconfig
file(STRINGS ${CMAKE_SOURCE_DIR}/include/cuda_runtime_api.h line REGEX "define CUDART_VERSION ")
string(REGEX MATCH "[0-9]+$" number "${line}")
math(EXPR HEDDLE_CUDA_MAJOR "${number} / 1000")
math(EXPR HEDDLE_CUDA_MINOR "${number} % 1000 / 10")
set(HEDDLE_CUDA_VERSION ${HEDDLE_CUDA_MAJOR}.${HEDDLE_CUDA_MINOR})

set(toolkit ${CMAKE_BINARY_DIR}/share/heddle/cuda)
set(toolkit_templates ${CMAKE_SOURCE_DIR}/cmake/toolkit)
set(toolkit_target ${toolkit}/targets/x86_64-linux)
set(up ../../../../../..)  # from toolkit_target/lib to the prefix

function(heddle_link to at)
  get_filename_component(folder ${at} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${to} ${at} SYMBOLIC)
endfunction()

heddle_link(../../../../bin/heddle ${toolkit}/bin/nvcc)
heddle_link(targets/x86_64-linux/include ${toolkit}/include)
heddle_link(targets/x86_64-linux/lib ${toolkit}/lib64)
# A link for each header: those of CCCL and NVTX (scripts/install_headers) lie elsewhere.
set(third_party cub cuda curand_mtgp32dc_p_11213.h nv nvtx3 thrust)
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/include/*)
file(REMOVE_RECURSE ${toolkit_target}/include)
file(RELATIVE_PATH to_headers ${toolkit_target}/include ${CMAKE_SOURCE_DIR}/include)
foreach(header ${headers})
  heddle_link(${to_headers}/${header} ${toolkit_target}/include/${header})
endforeach()
foreach(header ${third_party})
  heddle_link(../../../../third_party/include/${header} ${toolkit_target}/include/${header})
endforeach()
foreach(name libheddle.so libcudart.so libcudart.so.${HEDDLE_CUDA_MAJOR})
  heddle_link(${up}/lib/libheddle.so ${toolkit_target}/lib/${name})
endforeach()

# Programs with nvcc's default, the static runtime, start without LD_LIBRARY_PATH. This is a script
# for the linker that does the same: it names a stub (no code, all names of libheddle.so) whose
# SONAME is the full path of libheddle.so. So is libcuda.so, which the system finds where a GPU is.
configure_file(${toolkit_templates}/libcudart_static.a ${toolkit_target}/lib/libcudart_static.a
  COPYONLY)
heddle_link(stubs/libheddle.so ${toolkit_target}/lib/libcuda.so)
# By this name programs open the driver.
heddle_link(${up}/lib/libcuda.so.1 ${toolkit_target}/lib/libcuda.so.1)
install(PROGRAMS $<TARGET_FILE:heddle_libcuda> DESTINATION lib)
heddle_link(libheddle.so ${toolkit_target}/lib/stubs/libcuda.so)
foreach(name libnvrtc.so libnvrtc.so.12)
  heddle_link(${up}/lib/libnvrtc.so.12 ${toolkit_target}/lib/${name})
endforeach()
heddle_link(../../targets/x86_64-linux/include/nvvm.h ${toolkit}/nvvm/include/nvvm.h)
foreach(name libnvvm.so libnvvm.so.4)
  heddle_link(../../../../../lib/libnvvm.so.4 ${toolkit}/nvvm/lib64/${name})
endforeach()
heddle_link(../../../../../lib/heddle/libdevice.10.bc ${toolkit}/nvvm/libdevice/libdevice.10.bc)
# The libraries beside the runtime, by the names that programs link and open. As libcudart.so they are
# found by a run path or LD_LIBRARY_PATH.
get_property(libraries GLOBAL PROPERTY HEDDLE_CUDA_LIBRARIES)
set(library_targets)
set(library_names)
foreach(library ${libraries})
  string(REGEX MATCH "^(.+):(.+)$" _ ${library})
  set(name ${CMAKE_MATCH_1})
  list(APPEND library_names ${name})
  set(file lib${name}.so.${CMAKE_MATCH_2})
  list(APPEND library_targets heddle_${name})
  foreach(link so so.${CMAKE_MATCH_2})
    heddle_link(${up}/lib/${file} ${toolkit_target}/lib/lib${name}.${link})
  endforeach()
  heddle_link(../${file} ${toolkit_target}/lib/stubs/lib${name}.so)
  install(PROGRAMS $<TARGET_FILE:heddle_${name}> DESTINATION lib)
endforeach()
# cublasLt is the same file as cuBLAS.
foreach(link so so.${HEDDLE_CUDA_MAJOR})
  heddle_link(libcublas.so.${HEDDLE_CUDA_MAJOR} ${toolkit_target}/lib/libcublasLt.${link})
endforeach()
heddle_link(../libcublas.so.${HEDDLE_CUDA_MAJOR} ${toolkit_target}/lib/stubs/libcublasLt.so)
heddle_link(libcublas.so.${HEDDLE_CUDA_MAJOR} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libcublasLt.so.${HEDDLE_CUDA_MAJOR})
install(FILES ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libcublasLt.so.${HEDDLE_CUDA_MAJOR} DESTINATION lib)
# Nothing has to be linked for launches from device code, nor beside cuBLAS: empty archives.
foreach(name cudadevrt culibos)
  file(WRITE ${toolkit_target}/lib/lib${name}.a "!<arch>\n")
endforeach()
foreach(name version.json version.txt)
  configure_file(${toolkit_templates}/${name}.in ${toolkit}/${name} @ONLY)
endforeach()
foreach(folder ${toolkit}/pkgconfig ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/pkgconfig)
  file(RELATIVE_PATH HEDDLE_PC_TO_TOOLKIT ${folder} ${toolkit})
  configure_file(${toolkit_templates}/heddle.pc.in ${folder}/heddle.pc @ONLY)
  foreach(name cudart cuda)
    configure_file(${toolkit_templates}/${name}.pc.in
      ${folder}/${name}-${HEDDLE_CUDA_VERSION}.pc @ONLY)
  endforeach()
  foreach(name ${library_names})
    configure_file(${toolkit_templates}/library.pc.in
      ${folder}/${name}-${HEDDLE_CUDA_VERSION}.pc @ONLY)
  endforeach()
endforeach()

set(stub ${toolkit_target}/lib/stubs/libheddle.so)
set(make_stub ${HEDDLE_LLVM_DIR}/bin/llvm-ifs --input-format=ELF --strip-undefined --strip-needed)
add_custom_command(OUTPUT ${stub}
  COMMAND ${make_stub} --soname=$<TARGET_FILE:heddle_runtime> --output-elf=${stub}
    $<TARGET_FILE:heddle_runtime>
  DEPENDS heddle_runtime COMMENT "Toolkit" VERBATIM)
add_custom_target(heddle_toolkit ALL DEPENDS ${stub})
# Whatever is built with the tool may be linked with it.
add_dependencies(heddle heddle_toolkit heddle_torch heddle_libcuda ${library_targets})

install(DIRECTORY ${CMAKE_BINARY_DIR}/share/heddle/third_party DESTINATION share/heddle OPTIONAL)
install(DIRECTORY ${toolkit} DESTINATION share/heddle
  PATTERN "targets/x86_64-linux/include" EXCLUDE PATTERN "stubs/libheddle.so" EXCLUDE)
install(DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/pkgconfig DESTINATION lib)
include(CMakePackageConfigHelpers)
set(package_version ${CMAKE_BINARY_DIR}/heddle-config-version.cmake)
write_basic_package_version_file(${package_version} COMPATIBILITY SameMajorVersion)
# The build tree is a prefix, too.
file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cmake/heddle)
foreach(file ${toolkit_templates}/heddle-config.cmake ${package_version})
  configure_file(${file} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cmake/heddle COPYONLY)
endforeach()
install(FILES ${toolkit_templates}/heddle-config.cmake ${package_version} DESTINATION lib/cmake/heddle)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/heddle)
install(CODE "
  set(target \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/heddle/cuda/targets/x86_64-linux)
  file(MAKE_DIRECTORY \${target}/include)
  foreach(header ${headers})
    file(CREATE_LINK ../../../../../../include/\${header} \${target}/include/\${header} SYMBOLIC)
  endforeach()
  foreach(header ${third_party})
    file(CREATE_LINK ../../../../third_party/include/\${header} \${target}/include/\${header} SYMBOLIC)
  endforeach()
  execute_process(COMMAND ${make_stub} --soname=\${CMAKE_INSTALL_PREFIX}/lib/libheddle.so
    --output-elf=\${target}/lib/stubs/libheddle.so $<TARGET_FILE:heddle_runtime>
    COMMAND_ERROR_IS_FATAL ANY)")
