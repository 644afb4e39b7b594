// SPDX-License-Identifier: Apache-2.0
// Error Log Management: the runtime's log is the driver's.
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuLogsRegisterCallback(CUlogsCallback function, void* data,
                                              CUlogsCallbackHandle* out) {
  return without_context([&] {
    return cudaLogsRegisterCallback(reinterpret_cast<cudaLogsCallback_t>(function), data, out);
  });
}
HEDDLE_DRIVER CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle) {
  return without_context([&] { return cudaLogsUnregisterCallback(handle); });
}
HEDDLE_DRIVER CUresult cuLogsCurrent(CUlogIterator* out, unsigned int flags) {
  return without_context([&] { return cudaLogsCurrent(out, flags); });
}
HEDDLE_DRIVER CUresult cuLogsDumpToFile(CUlogIterator* iterator, const char* path,
                                        unsigned int flags) {
  return without_context([&] { return cudaLogsDumpToFile(iterator, path, flags); });
}
HEDDLE_DRIVER CUresult cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, size_t* size,
                                          unsigned int flags) {
  return without_context([&] { return cudaLogsDumpToMemory(iterator, buffer, size, flags); });
}

}  // namespace heddle::driver
