# heddle_layer(<folder> [LLVM] USES <layers...> LIBS <libraries...>)
#
# Makes the static library heddle_<folder> of all .cpp files below the current folder. Its include
# path is src/, so a file of another layer is included as "<folder>/<file>.h".
function(heddle_layer name)
  cmake_parse_arguments(ARG "LLVM" "" "USES;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    add_library(heddle_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(heddle_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(heddle_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  foreach(layer IN LISTS ARG_USES)
    target_link_libraries(heddle_${name} ${scope} heddle_${layer})
  endforeach()
  target_link_libraries(heddle_${name} ${scope} ${ARG_LIBS})
  if(sources)
    heddle_warnings(heddle_${name})
    if(ARG_LLVM)
      heddle_llvm(heddle_${name})
      heddle_precompiled(heddle_${name} "${sources}" llvm)
    else()
      heddle_precompiled(heddle_${name} "${sources}" standard)
    endif()
  endif()
endfunction()

function(heddle_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter)
endfunction()

# LLVM headers and libraries, without its RTTI.
function(heddle_llvm target)
  target_include_directories(${target} SYSTEM PUBLIC ${HEDDLE_LLVM_DIR}/include)
  target_compile_definitions(${target} PUBLIC _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  target_compile_options(${target} PRIVATE -fno-rtti)
  target_link_libraries(${target} PUBLIC ${HEDDLE_LLVM_DIR}/lib/libLLVM-22.so)
endfunction()

# A plugin of clang (lib/heddle/NAME.so). It has no copy of LLVM: clang's own is the one that counts.
# Nor has it a sanitizer's: clang, which loads it, has none.
function(heddle_clang_plugin target)
  add_library(${target} MODULE ${ARGN})
  heddle_warnings(${target})
  heddle_llvm(${target})
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(${target} PRIVATE -fno-sanitize=all)
  target_link_options(${target} PRIVATE -fno-sanitize=all)
  set_target_properties(${target} PROPERTIES PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/heddle)
endfunction()

# Headers are four of the five seconds that a file of the compiler takes, and half of what any other takes: each set of them is read
# once, and templates that the headers themselves use are instantiated there. A file includes what it uses all the same: the preset
# tidy goes without.
#
# Not target_precompile_headers: what that makes names files of the build folder, so that ccache could
# give one checkout the headers of another. These are not given to ccache, only a sum over them (cmake/precompile).
set(HEDDLE_LLVM_HEADERS llvm/IR/Constants.h llvm/IR/DebugInfoMetadata.h llvm/IR/Dominators.h llvm/IR/Instructions.h
  llvm/IR/InstIterator.h llvm/IR/IntrinsicInst.h llvm/IR/Module.h llvm/IR/PassManager.h llvm/IR/PatternMatch.h
  llvm/Analysis/LoopInfo.h llvm/Analysis/ValueTracking.h llvm/Transforms/Utils/BasicBlockUtils.h)
set(HEDDLE_STANDARD_HEADERS algorithm array atomic chrono cmath filesystem fstream functional map memory mutex optional set span string
  thread unordered_map variant vector fmt/format.h)
# For what stands on the engine: both APIs and the libraries.
set(HEDDLE_ENGINE_HEADERS ${HEDDLE_STANDARD_HEADERS} fmt/ranges.h process/context.h process/device_state.h engine/stream/call.h
  library/submission.h)
set(HEDDLE_TEST_HEADERS ${HEDDLE_STANDARD_HEADERS} gtest/gtest.h)
find_path(HEDDLE_FMT_INCLUDE fmt/format.h REQUIRED)

# heddle_precompiled(<target> <its sources> <set: llvm, standard, engine or test>)
function(heddle_precompiled target sources set)
  if(NOT HEDDLE_PRECOMPILE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/${set}_headers.pch)
  set(headers heddle_${set}_headers)
  if(NOT TARGET ${headers})
    if(set STREQUAL "llvm")
      set(first ${HEDDLE_LLVM_DIR}/include/llvm/IR/IRBuilder.h)
    else()
      set(first ${HEDDLE_FMT_INCLUDE}/fmt/core.h)
    endif()
    add_library(${headers} OBJECT ${first})
    set_source_files_properties(${first} PROPERTIES LANGUAGE CXX HEADER_FILE_ONLY FALSE)
    set(options -xc++-header -Xclang -fno-pch-timestamp -fpch-instantiate-templates)
    if(set STREQUAL "llvm")
      heddle_llvm(${headers})
    elseif(set STREQUAL "engine")
      target_include_directories(${headers} PRIVATE ${CMAKE_SOURCE_DIR}/src)
      target_include_directories(${headers} SYSTEM PRIVATE ${CMAKE_SOURCE_DIR}/include)
    elseif(set STREQUAL "test")
      target_link_libraries(${headers} PRIVATE GTest::gtest)
    endif()
    string(TOUPPER ${set} upper)
    foreach(header IN LISTS HEDDLE_${upper}_HEADERS)
      list(APPEND options "SHELL:-include ${header}")
    endforeach()
    target_compile_options(${headers} PRIVATE ${options})
    set_target_properties(${headers} PROPERTIES CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/precompile)
    set(object $<TARGET_OBJECTS:${headers}>)
    add_custom_command(OUTPUT ${made} DEPENDS ${headers} ${object}
      COMMAND ${CMAKE_COMMAND} -E copy ${object} ${made}
      COMMAND ${CMAKE_COMMAND} -E copy ${object}.sum ${made}.sum)
    add_custom_target(heddle_${set}_precompiled DEPENDS ${made})
  endif()
  # What is precompiled is for libraries, and clang does not mix it with code for executables.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  list(FILTER sources INCLUDE REGEX "\\.(cpp|cc)$")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -include-pch -Xclang ${made}>")
  set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS ${made})
  add_dependencies(${target} heddle_${set}_precompiled)
endfunction()
