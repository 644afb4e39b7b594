// SPDX-License-Identifier: Apache-2.0
// The stub that programs are linked with by -lcudart_static and -lcuda (cmake/toolkit.cmake). Its
// SONAME is the full path of libheddle.so, by which they find it without LD_LIBRARY_PATH. A tree
// that was unpacked or moved has another path there:
//
//     .dynstr   /opt/heddle/lib/libheddle.so \0 ///////////////////////// \0 cudaMalloc ...
//               the path of now                 room for a longer one
//
// so packages leave room for it in the stub, and the tool puts in where it is.
#pragma once

#include <string>

namespace heddle::frontend {

// What a program that is linked with the stub `file` will look for. Empty: it is no such stub.
std::string stub_soname(const std::string& file);

// Makes the stub `file` name `library`. False: it has not the room, or cannot be written.
bool refresh_stub(const std::string& file, const std::string& library);

// Makes the toolkit's stub name this tree's libheddle.so, where that can be written. False: it
// names another one.
bool refresh_toolkit_stub();

}  // namespace heddle::frontend
