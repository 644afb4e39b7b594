// SPDX-License-Identifier: Apache-2.0
// The functions that NVTX calls in a process whose time line is wanted.
#pragma once

#include "tools/trace/named_counters.h"
#include "tools/trace/named_ranges.h"
#include "tools/trace/nvtx.h"
#include "tools/trace/nvtx_payload.h"

namespace heddle::tools {

// Puts them into a program's tables; false: it is no NVTX that this knows. A program may have
// several, one for each library that was compiled with the headers.
bool attach_nvtx(nvtx::GetTable get_table, EventLines& lines);

// The same for the extensions of payloads and counters; false: it is another one.
bool attach_nvtx_extension(nvtx::Extension& extension, EventLines& lines);

// Ranges that are open when the process ends.
void end_nvtx();

}  // namespace heddle::tools
