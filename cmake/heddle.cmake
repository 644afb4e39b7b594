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
      heddle_precompiled_llvm(heddle_${name} "${sources}")
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

# LLVM's headers take four of the five seconds that a file of the compiler takes: they are read once.
# A file includes what it uses all the same: the preset tidy goes without.
#
# Not target_precompile_headers: what that makes names files of the build folder, so that ccache could
# give one checkout the headers of another. This names files of LLVM only.
set(HEDDLE_LLVM_HEADERS IR/Constants.h IR/DebugInfoMetadata.h IR/Dominators.h IR/Instructions.h
  IR/InstIterator.h IR/IntrinsicInst.h IR/Module.h IR/PassManager.h IR/PatternMatch.h
  Analysis/LoopInfo.h Analysis/ValueTracking.h Transforms/Utils/BasicBlockUtils.h)
function(heddle_precompiled_llvm target sources)
  if(NOT HEDDLE_PRECOMPILE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/llvm_headers.pch)
  if(NOT TARGET heddle_llvm_headers)
    set(first ${HEDDLE_LLVM_DIR}/include/llvm/IR/IRBuilder.h)
    add_library(heddle_llvm_headers OBJECT ${first})
    set_source_files_properties(${first} PROPERTIES LANGUAGE CXX HEADER_FILE_ONLY FALSE)
    heddle_llvm(heddle_llvm_headers)
    set(options -xc++-header -Xclang -fno-pch-timestamp)
    foreach(header IN LISTS HEDDLE_LLVM_HEADERS)
      list(APPEND options "SHELL:-include llvm/${header}")
    endforeach()
    target_compile_options(heddle_llvm_headers PRIVATE ${options})
    set(object $<TARGET_OBJECTS:heddle_llvm_headers>)
    add_custom_command(OUTPUT ${made} DEPENDS heddle_llvm_headers ${object}
      COMMAND ${CMAKE_COMMAND} -E copy ${object} ${made})
    add_custom_target(heddle_llvm_precompiled DEPENDS ${made})
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -include-pch -Xclang ${made}")
  set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS ${made})
  add_dependencies(${target} heddle_llvm_precompiled)
endfunction()
